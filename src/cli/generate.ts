import type { Delimiters } from '../model/delimiters.js';
import { isX12Error } from '../model/error.js';
import type { Finding } from '../model/finding.js';
import { type Command, type CommandInput, textOption } from './command.js';
import { commandEngine } from './engine.js';
import { CommandError, ExitCode } from './exit.js';
import { findingText } from './findings-text.js';
import { documentInput } from './generate-input.js';
import { beginsLines, LineItems, WrittenLines } from './generate-lines.js';
import { jsonOf, readInput } from './input.js';
import { type Line, readLines } from './lines.js';
import type { Output } from './output.js';
import { writeNewFile } from './write-new-file.js';

/** `ediloom generate`: JSON to X12. */
export const generateCommand: Command = {
  name: 'generate',
  arguments: 'DOC.json',
  summary: 'Writes X12 from a document, the lines of parse --ndjson, or guide JSON and an envelope given by flags',
  files: { min: 1, max: 1 },
  options: {
    guide: {
      type: 'string',
      short: 'g',
      value: 'ID|PATH',
      help: 'guide of the sets that name none; needed for bare guide JSON',
    },
    sender: { type: 'string', value: 'ZZ:ID', help: 'ISA05 and ISA06 (and GS02) where the document has none' },
    receiver: { type: 'string', value: 'ZZ:ID', help: 'ISA07 and ISA08 (and GS03) where the document has none' },
    usage: { type: 'string', value: 'T|P|I', help: 'ISA15 where the document has none' },
    delimiters: {
      type: 'string',
      short: 'd',
      value: '*>^~',
      help: 'element, component and repetition separator and terminator, or: choose',
    },
    newline: { type: 'string', value: 'lf|crlf|none', help: 'line break behind each segment' },
    output: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      help: 'write to a file, which must not exist yet, instead of standard output',
    },
    force: { type: 'boolean', short: 'f', help: 'write in spite of findings' },
  },
  notes: [
    'Nothing is written when a finding is an error, unless --force is given; findings go to stderr.',
    'Lines are written as they come, with flat memory: an error stops in front of the set it is in, and with --output there',
    'is no file then.',
  ],
  run,
};

async function run(input: CommandInput): Promise<ExitCode> {
  const delimiters = delimitersOption(textOption(input, 'delimiters'));
  const newline = newlineOption(textOption(input, 'newline'));
  const { engine, guide } = await commandEngine(textOption(input, 'guide'));
  const file = input.files[0] ?? '-';
  const lines = readLines(readInput(file));
  const next = await lines.next();
  const first = next.done === true ? undefined : next.value;
  if (first !== undefined && beginsLines(first)) {
    if (delimiters === 'choose') throw new CommandError('--delimiters choose needs a whole document, not lines.');
    const items = new LineItems(joined(first, lines), input, guide);
    const written = new WrittenLines(items, input);
    await deliver(input, written.bytes(engine, { delimiters, newline }));
    return written.wrong ? ExitCode.findings : ExitCode.clean;
  }
  const document = documentInput(jsonOf(await textOf(first, lines), file, 'a document'), input, guide);
  const findings = input.options.force === true ? 'report' : 'throw';
  try {
    const result = engine.generate(document, { delimiters, newline, findings });
    complain(result.findings, input.errors);
    await deliver(input, result.bytes);
    return result.findings.some((found) => found.severity === 'error') ? ExitCode.findings : ExitCode.clean;
  } catch (error) {
    // Without findings the error itself tells all: an ISA that cannot be written, with --force or without.
    if (!isX12Error(error) || error.code !== 'X12_DATA_INVALID' || error.details.findings === undefined) throw error;
    complain(error.details.findings as readonly Finding[], input.errors); // what X12_DATA_INVALID carries, as its documentation says
    throw new CommandError('Nothing was written. Correct the data, or use --force.', ExitCode.findings);
  }
}

function complain(findings: readonly Finding[], errors: Output): void {
  for (const found of findings) errors.line(findingText(found, errors.paint));
}

async function deliver(
  { options, output }: CommandInput,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<void> {
  const file = textOption({ options }, 'output');
  if (file !== undefined) return writeNewFile(file, bytes);
  if (bytes instanceof Uint8Array) return output.bytes(bytes);
  for await (const chunk of bytes) await output.bytes(chunk);
}

async function* joined(first: Line, rest: AsyncIterable<Line>): AsyncGenerator<Line> {
  yield first;
  yield* rest;
}

async function textOf(first: Line | undefined, rest: AsyncIterable<Line>): Promise<string> {
  const texts = first === undefined ? [] : [first.text];
  for await (const { text } of rest) texts.push(text);
  return texts.join('\n').replace(/^\uFEFF/, '');
}

function delimitersOption(text: string | undefined): Delimiters | 'choose' | undefined {
  if (text === undefined || text === 'choose') return text;
  if (text.length !== 4) throw new CommandError('--delimiters takes four characters, such as "*>^~", or: choose');
  return { element: text.charAt(0), component: text.charAt(1), repetition: text.charAt(2), segment: text.charAt(3) };
}

function newlineOption(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const newline = { lf: '\n', crlf: '\r\n', none: '' }[text];
  if (newline === undefined) throw new CommandError('--newline takes lf, crlf or none.');
  return newline;
}
