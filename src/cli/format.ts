import { tokenize } from '../syntax/tokenize.js';
import type { Command, CommandInput } from './command.js';
import { ExitCode } from './exit.js';
import { readInput } from './input.js';
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
  notes: ['Only the line breaks between segments change (and, with --indent, blanks before them).'],
  run: format,
};

async function format({ files, options, output }: CommandInput): Promise<ExitCode> {
  const indent = options.indent === true;
  let depth = 0;
  for await (const batch of tokenize(readInput(files[0] ?? '-', new Progress()))) {
    if (batch.opening !== undefined) depth = 0;
    for (let i = 0; i < batch.count; i++) {
      const tag = batch.tag(i);
      if (CLOSING.has(tag)) depth = Math.max(0, depth - 1);
      output.line(`${indent ? INDENT.repeat(depth) : ''}${batch.raw(i)}${batch.delimiters.segment.replace(/[\r\n]/, '')}`);
      if (OPENING.has(tag)) depth++;
    }
    await output.flush();
  }
  return ExitCode.clean;
}
