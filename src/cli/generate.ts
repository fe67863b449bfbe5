import type { DocumentInput } from '../engine/document.js';
import type { Engine } from '../engine/engine.js';
import type { GenerateOptions, GenerateResult, GenerateStreamOptions } from '../engine/engine-options.js';
import type { Delimiters } from '../model/delimiters.js';
import { isX12Error } from '../model/error.js';
import { CHARACTER_OPTIONS, charsetOption, REPAIR_NOTES, repairsOption } from './characters.js';
import { type Command, type CommandInput, textOption } from './command.js';
import { CONTROL_NUMBER_OPTIONS, numberingOptions, openControlNumbers, tellNumbers } from './control-numbers.js';
import type { Describer } from './describer.js';
import { commandEngine } from './engine.js';
import { CommandError, ExitCode } from './exit.js';
import { tellFindings } from './findings-text.js';
import { Fillings } from './generate-fillings.js';
import { documentInput } from './generate-input.js';
import { beginsLines, LineItems, WrittenLines } from './generate-lines.js';
import { ItemNumbers } from './generate-numbered.js';
import { isInterchange, isRegularFile, jsonOf, readInput } from './input.js';
import { type Line, readLines } from './lines.js';
import { RepairLog } from './repairs-text.js';
import { deliver, newlineOption, refuseExisting, WRITING_OPTIONS } from './writing.js';

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
    ...WRITING_OPTIONS,
    ...CHARACTER_OPTIONS,
    ...CONTROL_NUMBER_OPTIONS,
    renumber: { type: 'boolean', help: 'with --control-numbers: also where the input has numbers already' },
    'time-zone': {
      type: 'string',
      value: 'ZONE',
      help: 'zone of dates and times that are filled in, as America/Chicago',
    },
    'group-time': { type: 'string', value: 'HHMM|HHMMSS', help: 'form of a GS05 that is filled in (default HHMM)' },
    'despite-findings': { type: 'boolean', help: 'write what has errors, too' },
  },
  notes: [
    'Nothing is written when a finding is an error, unless --despite-findings is given; findings go to stderr.',
    'Lines are written as they come, with flat memory: an error stops in front of the set it is in, and with --output there',
    'is no file then.',
    'What only fills gaps (--sender, --receiver, --usage, --guide, --time-zone, --group-time) and found none is named on stderr.',
    'A control number is taken once all else is known to be right; of lines from a pipe, as their interchange begins.',
    ...REPAIR_NOTES,
  ],
  run,
};

async function run(input: CommandInput): Promise<ExitCode> {
  const options = generateOptions(input);
  const controlNumbers = await openControlNumbers(input);
  const { engine, guide, describer } = await commandEngine(textOption(input, 'guide'), { controlNumbers });
  await refuseExisting(input);
  const file = input.files[0] ?? '-';
  const lines = readLines(readInput(file));
  try {
    const next = await lines.next();
    const first = next.done === true ? undefined : next.value;
    const numbered = controlNumbers !== undefined;
    if (first !== undefined && beginsLines(first)) {
      const { delimiters } = options;
      if (delimiters === 'choose') throw new CommandError('--delimiters choose needs a whole document, not lines.');
      const work = { engine, guide, describer, numbered, options: { ...options, delimiters } };
      return await generateLines(input, joined(first, lines), work);
    }
    const text = await textOf(first, lines);
    if (isInterchange(text))
      throw new CommandError('The file is X12 already. To read it to JSON: ediloom parse FILE', ExitCode.notX12);
    const document = documentInput(jsonOf(text, file, 'a document'), input, guide);
    return await generateDocument(input, document, { engine, guide, describer, numbered, options });
  } finally {
    // What was refused after its first line has a file open.
    await lines.return();
  }
}

async function generateDocument(
  input: CommandInput,
  document: DocumentInput,
  { engine, guide, describer, numbered, options }: Work<GenerateOptions>,
): Promise<ExitCode> {
  const fillings = new Fillings(input, guide);
  const write = (one: DocumentInput): GenerateResult =>
    engine.generate(one, {
      ...options,
      findings: input.options['despite-findings'] === true ? 'report' : 'throw',
      onFinding: describer.keep,
    });
  try {
    let result = write(document);
    // Only what could be written is known to have the form of a document.
    fillings.document(document);
    fillings.tell(input);
    tellFindings(result.findings, input.errors, describer);
    const repairs = new RepairLog(input.errors);
    for (const repair of result.repairs) repairs.add(repair);
    repairs.end(result.repairsTotal);
    if (numbered) {
      // Only now is it sure that the numbers will be used.
      const own = await engine.number(document, numberingOptions(input));
      tellNumbers(input, document, own);
      result = write(own);
    }
    await deliver(input, result.bytes);
    return result.findings.some((found) => found.severity === 'error') ? ExitCode.findings : ExitCode.clean;
  } catch (error) {
    // Without findings the error itself says all: an ISA that cannot be written, with --despite-findings or without.
    if (!isX12Error(error, 'X12_DATA_INVALID') || error.details.findings.length === 0) throw error;
    tellFindings(error.details.findings, input.errors, describer);
    throw new CommandError('Nothing was written. Correct the data, or use --despite-findings.', ExitCode.findings);
  }
}

async function generateLines(
  input: CommandInput,
  lines: AsyncIterable<Line>,
  { engine, guide, describer, numbered, options }: Work<GenerateStreamOptions>,
): Promise<ExitCode> {
  const file = input.files[0] ?? '-';
  // A file can be read twice: once for its errors, so that they cost no number.
  const twice = numbered && (await isRegularFile(file));
  if (twice) {
    const tried = new WrittenLines(new LineItems(lines, { flags: input, guide }), input, { describer });
    for await (const _ of tried.bytes(engine, options)) void _;
  }
  const numbers = numbered ? new ItemNumbers(engine, input) : undefined;
  const again = twice ? readLines(readInput(file)) : lines;
  const fillings = new Fillings(input, guide);
  const items = new LineItems(again, { flags: input, guide, fillings, numbered: numbers?.number });
  const written = new WrittenLines(items, input, { describer, silent: twice });
  try {
    await deliver(input, written.bytes(engine, options));
  } finally {
    numbers?.tell();
  }
  fillings.tell(input);
  return written.wrong ? ExitCode.findings : ExitCode.clean;
}

interface Work<Options> {
  readonly engine: Engine;
  /** The one that was asked for. */
  readonly guide: string | undefined;
  readonly describer: Describer;
  readonly numbered: boolean;
  readonly options: Options;
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

function generateOptions(input: CommandInput): GenerateOptions {
  return {
    delimiters: delimitersOption(textOption(input, 'delimiters')),
    newline: newlineOption(input),
    characterSet: charsetOption(input),
    repairs: repairsOption(input),
    timeZone: timeZoneOption(textOption(input, 'time-zone')),
    groupTime: groupTimeOption(textOption(input, 'group-time')),
  };
}

/** A flag of four delimiters, or `choose`. */
export function delimitersOption(text: string | undefined): Delimiters | 'choose' | undefined {
  if (text === undefined || text === 'choose') return text;
  if (text.length !== 4) throw new CommandError('--delimiters takes four characters, such as "*>^~", or: choose');
  return { element: text.charAt(0), component: text.charAt(1), repetition: text.charAt(2), segment: text.charAt(3) };
}

// The engine looks at the zone only where it needs the clock.
function timeZoneOption(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text });
    return text;
  } catch {
    throw new CommandError('--time-zone takes an IANA name, such as America/Chicago.');
  }
}

function groupTimeOption(text: string | undefined): 'HHMM' | 'HHMMSS' | undefined {
  if (text === undefined || text === 'HHMM' || text === 'HHMMSS') return text;
  throw new CommandError('--group-time takes HHMM or HHMMSS.');
}
