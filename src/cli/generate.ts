import { writeFile } from 'node:fs/promises';
import type { DocumentInput, InterchangeInput, TransactionInput } from '../engine/document.js';
import type { Delimiters } from '../model/delimiters.js';
import { isX12Error } from '../model/error.js';
import type { Finding } from '../model/finding.js';
import { type Command, type CommandInput, textOption } from './command.js';
import { commandEngine } from './engine.js';
import { CommandError, ExitCode } from './exit.js';
import { findingText } from './findings-text.js';
import { readJson } from './input.js';
import { painter } from './output.js';

/** `ediloom generate`: JSON to X12. */
export const generateCommand: Command = {
  name: 'generate',
  arguments: 'DOC.json',
  summary: 'Writes X12 from a document, or from guide JSON and an envelope given by flags',
  files: { min: 1, max: 1 },
  options: {
    guide: { type: 'string', short: 'g', value: 'ID|PATH', help: 'guide of the sets that name none; needed for bare guide JSON' },
    sender: { type: 'string', value: 'ZZ:ID', help: 'ISA05 and ISA06 (and GS02) where the document has none' },
    receiver: { type: 'string', value: 'ZZ:ID', help: 'ISA07 and ISA08 (and GS03) where the document has none' },
    usage: { type: 'string', value: 'T|P|I', help: 'ISA15 where the document has none' },
    delimiters: { type: 'string', short: 'd', value: '*>^~', help: 'element, component and repetition separator and terminator, or: choose' },
    newline: { type: 'string', value: 'lf|crlf|none', help: 'line break behind each segment' },
    output: { type: 'string', short: 'o', value: 'FILE', help: 'write to a file, which must not exist yet, instead of standard output' },
    force: { type: 'boolean', short: 'f', help: 'write in spite of findings' },
  },
  notes: ['Nothing is written when a finding is an error, unless --force is given; findings go to stderr.'],
  run,
};

async function run(input: CommandInput): Promise<ExitCode> {
  const { engine, guide } = await commandEngine(textOption(input, 'guide'));
  const document = completed(await readJson(input.files[0] ?? '-', 'a document'), input, guide);
  const delimiters = delimitersOption(textOption(input, 'delimiters'));
  const newline = newlineOption(textOption(input, 'newline'));
  try {
    const result = engine.generate(document, { delimiters, newline, findings: input.options.force === true ? 'report' : 'throw' });
    complain(result.findings);
    await deliver(input, result.bytes);
    return result.findings.some((found) => found.severity === 'error') ? ExitCode.findings : ExitCode.clean;
  } catch (error) {
    if (!isX12Error(error) || error.code !== 'X12_DATA_INVALID') throw error;
    complain((error.details.findings ?? []) as readonly Finding[]); // what X12_DATA_INVALID carries, as its documentation says
    process.stderr.write('ediloom: nothing was written. Correct the data, or use --force.\n');
    return ExitCode.findings;
  }
}

function complain(findings: readonly Finding[]): void {
  const paint = painter(process.stderr.isTTY === true);
  for (const found of findings) process.stderr.write(`${findingText(found, paint)}\n`);
}

async function deliver(input: CommandInput, bytes: Uint8Array): Promise<void> {
  const file = textOption(input, 'output');
  if (file === undefined) return input.output.bytes(bytes);
  await writeFile(file, bytes, { flag: 'wx', flush: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new CommandError(`${file} exists already. Name another file.`);
    throw new CommandError(`${file} cannot be written (${error.code}).`);
  });
}

/** A document as it is, or one made around guide JSON; open places of the envelope filled from flags. */
function completed(json: unknown, input: CommandInput, guide: string | undefined): DocumentInput {
  const header = headerFlags(input);
  if (isObject(json) && Array.isArray(json.interchanges)) {
    const interchanges = (json as unknown as DocumentInput).interchanges; // generate checks the shape
    return { ...(json as unknown as DocumentInput), interchanges: interchanges.map((one) => (isObject(one) ? { ...one, header: { ...header, ...one.header } } : one)) } as DocumentInput;
  }
  const sets = (Array.isArray(json) ? json : [json]).map((one: unknown): TransactionInput => {
    if (!isObject(one)) throw new CommandError('Neither a document nor guide JSON was found. See: ediloom example 270-005010X279A1', ExitCode.notX12);
    if ('data' in one) return { guide, ...(one as unknown as TransactionInput) };
    if (guide === undefined) throw new CommandError('Guide JSON alone does not tell its guide. Name it: --guide 270-005010X279A1');
    return { guide, data: one };
  });
  if (header.senderId === undefined || header.receiverId === undefined) {
    throw new CommandError('The envelope needs --sender ZZ:ID and --receiver ZZ:ID.');
  }
  return { interchanges: [{ header, groups: [{ transactions: sets }] } as InterchangeInput] }; // both ids are there
}

function headerFlags(input: CommandInput): Partial<InterchangeInput['header']> {
  const usage = textOption(input, 'usage');
  if (usage !== undefined && !/^[TPI]$/.test(usage)) throw new CommandError('--usage takes T, P or I.');
  const sender = identity(input, 'sender');
  const receiver = identity(input, 'receiver');
  return {
    ...(sender === undefined ? {} : { senderQualifier: sender.qualifier, senderId: sender.id }),
    ...(receiver === undefined ? {} : { receiverQualifier: receiver.qualifier, receiverId: receiver.id }),
    ...(usage === undefined ? {} : { usageIndicatorCode: usage }),
  };
}

function identity(input: CommandInput, name: string): { qualifier: string; id: string } | undefined {
  const text = textOption(input, name);
  if (text === undefined) return undefined;
  const match = /^([A-Z0-9]{2}):(.{1,15})$/.exec(text);
  if (match === null) throw new CommandError(`--${name} takes a qualifier of two characters and an id of up to 15, such as ZZ:CLINIC01.`);
  return { qualifier: match[1] ?? '', id: match[2] ?? '' };
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
