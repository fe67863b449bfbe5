import { parseArgs } from 'node:util';
import { parseSize } from './parse-size.js';
import { MEMORY_STAGE, ROWS } from './rows.js';

export interface BenchOptions {
  readonly files: readonly string[];
  readonly json: boolean;
  /** Small inputs and one run: for CI, where the figures only show that nothing broke. */
  readonly short: boolean;
  /** Names of {@link ROWS}, `memory` or `peers`. */
  readonly stages: ReadonlySet<string>;
  /** Processes a figure is the median of. */
  readonly runs: number;
  /** Timed passes of a process, the best of which counts. */
  readonly passes: number;
  /** Seconds after which a process begins no further pass. */
  readonly seconds: number;
  /** Bytes of a file that the stages working from memory take. */
  readonly limit: number;
  /** Bytes of each generated file. */
  readonly size: number;
}

export const USAGE = `usage: npm run bench -- [--json] [--short] [--memory] [--stages a,b] [--runs N] [--passes N] [--seconds N]
                        [--limit 128MB] [--size 16MB] [FILE...]

Without FILE four files are generated (837P, 271, 835, 850) and kept in bench/data.
Stages: ${[...ROWS.map((row) => row.stage), MEMORY_STAGE, 'peers'].join(', ')}.
--memory reads and validates each FILE once, streaming, and prints the peak of memory.`;

/** Reads the command line; a string is the complaint to print. */
export function readOptions(args: readonly string[]): BenchOptions | string {
  let values: ReturnType<typeof parse>['values'];
  let positionals: readonly string[];
  try {
    ({ values, positionals } = parse(args));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const short = values.short === true;
  const numbers = {
    runs: Number(values.runs ?? (short ? 1 : 3)),
    passes: Number(values.passes ?? (short ? 2 : 5)),
    seconds: Number(values.seconds ?? (short ? 3 : 8)),
    limit: parseSize(values.limit ?? '128MB') ?? 0,
    size: parseSize(values.size ?? (short ? '2MB' : '16MB')) ?? 0,
  };
  for (const [name, value] of Object.entries(numbers)) {
    if (!(value > 0)) return `--${name} wants a number above 0.`;
  }
  const known = [...ROWS.map((row) => row.stage as string), MEMORY_STAGE, 'peers'];
  const asked = values.memory === true ? [MEMORY_STAGE] : values.stages?.split(',').map((name) => name.trim());
  const unknown = asked?.find((name) => !known.includes(name));
  if (unknown !== undefined) return `Unknown stage ${unknown}; known: ${known.join(', ')}.`;
  return { files: positionals, json: values.json === true, short, stages: new Set(asked ?? known), ...numbers };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean' },
      short: { type: 'boolean' },
      memory: { type: 'boolean' },
      stages: { type: 'string' },
      runs: { type: 'string' },
      passes: { type: 'string' },
      seconds: { type: 'string' },
      limit: { type: 'string' },
      size: { type: 'string' },
    },
  });
}
