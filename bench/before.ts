import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { TurnOrder, TurnResult } from './before/child.js';
import { COLUMNS, formatAround, formatRow } from './before/report.js';
import { type ComparedStage, STAGES } from './before/stages.js';
import { buildChild } from './build-child.js';
import { describeMachine } from './describe-machine.js';
import { SET_NAMES, type SetName } from './generate/interchange-file.js';
import { ownFile } from './own-file.js';
import { parseSize } from './parse-size.js';
import { formatHead } from './report.js';

/**
 * `npm run bench:before [-- --short] [--stages WORDS,WORDS] [--sets 837P,271] [--size 4MB] [--passes N] [--seconds N]`: the package before
 * and the sources as they are, in turn, in one process a stage. Exit 1 when a stage fails, whatever the figures are.
 */
const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    stages: { type: 'string', default: '' },
    sets: { type: 'string' },
    size: { type: 'string' },
    passes: { type: 'string' },
    seconds: { type: 'string' },
  },
});
const sets = SET_NAMES.filter((set) =>
  (values.sets ?? (values.short ? '837P,271' : SET_NAMES.join())).split(',').includes(set),
);
const size = parseSize(values.size ?? (values.short ? '1MB' : '4MB')) ?? 4_000_000;
const passes = Number(values.passes ?? (values.short ? 5 : 12));
const seconds = Number(values.seconds ?? (values.short ? 3 : 12));
const asked = values.stages.split(',');

const alone = new Map<string, TurnResult>();
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const child = await buildChild('before/child');
const method = `CPU time, best of ${passes} passes (or what ${seconds} s allow), all in turn in one process a stage; files of ${size / 1e6} MB.`;
say(`${formatHead(describeMachine(), method)}\n${COLUMNS}`);
for (const stage of STAGES) {
  if (!asked.some((word) => stage.name.startsWith(word))) continue;
  // Eligibility has inputs of its own, of two kinds of sets.
  for (const set of stage.on === 'eligibility' ? (['271'] as const) : sets) await compare(stage, set);
}

async function compare(stage: ComparedStage, set: SetName): Promise<void> {
  const needsFile = stage.on === 'files' || stage.on === 'faults';
  const file = needsFile ? await ownFile(set, size, { faults: stage.on === 'faults' }) : '';
  const result = await measured({ stage: stage.name, set, file, passes, seconds });
  const shownSet = stage.on === 'eligibility' ? '' : set;
  if (typeof result === 'string') {
    say(`  ${stage.name} ${shownSet} failed: ${result}`);
    process.exitCode = 1;
    return;
  }
  say(formatRow(stage.name, shownSet, stage.probe, result));
  tellAround(stage.name, set, result);
}

/** Behind the second of two rows, the difference. */
function tellAround(name: string, set: SetName, result: TurnResult): void {
  alone.set(`${name} ${set}`, result);
  const [verb, rest] = name.split(' among others');
  const one = alone.get(`${verb} ${set}`);
  if (rest !== undefined && one !== undefined) say(formatAround(`${verb}: around the set`, set, one, result));
}

/** The figures of a process, or its complaint. */
async function measured(order: TurnOrder): Promise<TurnResult | string> {
  const running = spawn(process.execPath, ['--no-concurrent-recompilation', child, JSON.stringify(order)], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out: string[] = [];
  const problems: string[] = [];
  running.stdout.on('data', (text) => out.push(String(text)));
  running.stderr.on('data', (text) => problems.push(String(text)));
  const [code] = await once(running, 'close');
  if (code !== 0) return /^.*Error.*$/m.exec(problems.join(''))?.[0] ?? `ended with ${code}`;
  return JSON.parse(out.join('').trimEnd().split('\n').at(-1) ?? '') as TurnResult; // as its child wrote it
}
