import { latin1, utf8 } from '../syntax/encoding.js';
import { tokenize } from '../syntax/tokenize.js';
import type { Command, CommandInput } from './command.js';
import { ExitCode } from './exit.js';
import { readInput } from './input.js';
import { printable } from './printable.js';
import { Progress } from './progress.js';

const INDENT = '  ';
/** Envelope segments by what they do to the depth of the segments behind them and of themselves. */
const OPENING: ReadonlySet<string> = new Set(['ISA', 'GS', 'ST']);
const CLOSING: ReadonlySet<string> = new Set(['SE', 'GE', 'IEA']);

/** `ediloom format`: one segment a line. */
export const formatCommand: Command = {
  name: 'format',
  arguments: 'FILE',
  summary: 'Writes X12 with one segment a line',
  files: { min: 1, max: 1 },
  options: {
    indent: { type: 'boolean', short: 'i', help: 'indent groups, sets and their segments' },
  },
  notes: [
    'Only what stands between segments changes: line breaks, blanks (with --indent), text outside interchanges.',
    'With a control character as delimiter, a terminal shows a replacement; a file or pipe gets it as it is.',
  ],
  run: format,
};

async function format({ files, options, output }: CommandInput): Promise<ExitCode> {
  // Read and written as ISO 8859-1, any bytes come out as they went in; a terminal is shown characters.
  const encoding = output.terminal ? utf8 : latin1;
  const shown = output.terminal ? printable : (text: string): string => text;
  let depth = 0;
  for await (const batch of tokenize(readInput(files[0] ?? '-', new Progress()), { encoding })) {
    if (batch.opening !== undefined) depth = 0;
    const terminator = batch.delimiters.segment.replace(/[\r\n]/, '');
    let text = '';
    for (let i = 0; i < batch.count; i++) {
      const tag = batch.tag(i);
      if (CLOSING.has(tag)) depth = Math.max(0, depth - 1);
      const indent = options.indent === true ? INDENT.repeat(depth) : '';
      text += `${indent}${shown(batch.raw(i) + terminator)}\n`;
      if (OPENING.has(tag)) depth++;
    }
    await output.bytes(Buffer.from(text, output.terminal ? 'utf8' : 'latin1'));
  }
  return ExitCode.clean;
}
