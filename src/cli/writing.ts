import type { Newline } from '../model/option-rules.js';
import { type CommandInput, type OptionSpec, textOption } from './command.js';
import { CommandError } from './exit.js';
import { isStandardOutput, outputStats } from './output-target.js';
import { printable } from './printable.js';
import { writeNewFile } from './write-new-file.js';

/** Options of every command that writes X12. */
export const WRITING_OPTIONS = {
  newline: { type: 'string', value: 'lf|crlf|none', help: 'line break behind each segment' },
  output: {
    type: 'string',
    short: 'o',
    value: 'FILE',
    help: 'write to a file, which must not exist yet, instead of standard output',
  },
} as const satisfies Readonly<Record<string, OptionSpec>>;

type Bytes = Uint8Array | AsyncIterable<Uint8Array>;

/** Writes X12 where `--output` says. */
export async function deliver({ options, output }: Pick<CommandInput, 'options' | 'output'>, bytes: Bytes) {
  const file = textOption({ options }, 'output');
  if (file !== undefined && !isStandardOutput(file)) return writeNewFile(file, bytes);
  const shown = output.terminal ? harmless : (chunk: Uint8Array): Uint8Array => chunk;
  if (bytes instanceof Uint8Array) return output.bytes(shown(bytes));
  for await (const chunk of bytes) await output.bytes(shown(chunk));
}

/** Refuses an `--output` that exists before anything is spent on it; writing it looks once more. */
export async function refuseExisting(input: Pick<CommandInput, 'options'>): Promise<void> {
  const file = textOption(input, 'output');
  if (file === undefined || isStandardOutput(file)) return;
  if ((await outputStats(file)) !== undefined) throw new CommandError(`${file} exists already. Name another file.`);
}

const NEWLINES: ReadonlyMap<string, Newline> = new Map([
  ['lf', '\n'],
  ['crlf', '\r\n'],
  ['none', ''],
]);

export function newlineOption(input: Pick<CommandInput, 'options'>): Newline | undefined {
  const text = textOption(input, 'newline');
  if (text === undefined) return undefined;
  const newline = NEWLINES.get(text);
  if (newline === undefined) throw new CommandError('--newline takes lf, crlf or none.');
  return newline;
}

// What a terminal would obey is no text of X12; only line breaks are kept.
function harmless(bytes: Uint8Array): Uint8Array {
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\n|\r/);
  return new TextEncoder().encode(lines.map(printable).join('\n'));
}
