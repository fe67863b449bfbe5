import type { Document } from '../engine/document.js';
import type { EngineEvent } from '../engine/engine-event.js';
import { READ_CHARSET_OPTION } from './characters.js';
import { type Command, type CommandInput, MOST_FILES, textOption } from './command.js';
import type { Describer } from './describer.js';
import { type CommandEngine, commandEngine } from './engine.js';
import { ExitCode } from './exit.js';
import { eachInput, type Input, oneInput, SEVERAL_NOTES, tallyText } from './inputs.js';
import { forOneText } from './one-text.js';
import { OUTPUT_FILE_OPTIONS, toOutputFile } from './output-file.js';
import { printable } from './printable.js';
import { openReading, READING_OPTIONS } from './reading.js';

/** `ediloom parse`: X12 to JSON. */
export const parseCommand: Command = {
  name: 'parse',
  arguments: 'FILE...',
  summary: 'Reads X12 and writes the document as JSON',
  files: { min: 1, max: MOST_FILES },
  options: {
    guide: {
      type: 'string',
      short: 'g',
      value: 'ID|PATH',
      help: 'guide to read by, instead of the one that the set names',
    },
    ndjson: { type: 'boolean', short: 'n', help: 'one event a line, such as a transaction set: memory stays flat' },
    loop: {
      type: 'string',
      short: 'l',
      value: 'ID',
      help: 'one occurrence of this loop a line, such as 2300; implies --ndjson',
    },
    ...READING_OPTIONS,
    ...READ_CHARSET_OPTION,
    compact: { type: 'boolean', short: 'c', help: 'no line breaks and blanks in the JSON' },
    ...OUTPUT_FILE_OPTIONS,
  },
  notes: [
    'Of more than 20 MB use --ndjson: one JSON text cannot hold it.',
    'Findings are part of the document; the exit code is 1 when one of them is an error.',
    'Lines have a kind: interchange, group, transaction and others. Try: ediloom parse --ndjson FILE | ediloom generate -',
    'Several files need --ndjson; each line then has its file.',
    ...SEVERAL_NOTES,
  ],
  run: (input) => toOutputFile(input, run),
};

async function run(input: CommandInput): Promise<ExitCode> {
  const { options } = input;
  const loop = textOption(input, 'loop');
  const made = await commandEngine(textOption(input, 'guide'));
  if (options.ndjson !== true && loop === undefined) return parseOne(input, made);
  const tally = await eachInput(input, (one) => stream(input, one, loop, made));
  const total = tallyText(tally);
  if (total !== undefined) input.errors.line(`${total}.`);
  return tally.code;
}

async function parseOne(input: CommandInput, { engine, ask, describer }: CommandEngine): Promise<ExitCode> {
  const { files, options, output } = input;
  const file = await oneInput(files, 'Several files do not fit one JSON text. Use --ndjson for a set a line.');
  const { source, options: reading } = await openReading(input, file);
  const isCompact = options.compact === true;
  const limited = await forOneText(source, file, isCompact ? 'compact' : 'spaced');
  const asked = ask();
  let wrong = false;
  const edit = (document: Document): Document => {
    wrong = hasErrors(document);
    return documentWithWords(document, describer);
  };
  if (isCompact) output.line(await engine.parseText(limited, { ...reading, guide: asked.of, edit }));
  else output.line(JSON.stringify(edit(await engine.parse(limited, { ...reading, guide: asked.of })), undefined, 2));
  return asked.judge(wrong ? ExitCode.findings : ExitCode.clean, input);
}

// All that writing needs is a line, so that generate reads them back; by loop, that is not to be had. What envelopes found
// goes on the line that ends them.
async function stream(
  input: CommandInput,
  one: Input,
  loop: string | undefined,
  { engine, ask, describer }: CommandEngine,
): Promise<ExitCode> {
  const { output, errors } = input;
  const asked = ask();
  const { source, options: reading } = await openReading(input, one);
  const file = one.several ? { file: one.name } : {};
  let wrong = false;
  let loops = 0;
  const edit = (event: EngineEvent): object | undefined => {
    const findings = 'findings' in event ? event.findings : [];
    wrong ||= findings.some((found) => found.severity === 'error');
    if (event.kind === 'loop') loops++;
    if (findings.length === 0 && !isLine(event, loop)) return undefined;
    return { ...('findings' in event ? describer.withWords(event) : event), ...file };
  };
  for await (const line of engine.parseLines(source, { ...reading, guide: asked.of, loop, edit })) {
    output.line(line);
    await output.flush();
  }
  if (loop !== undefined && loops === 0) {
    const where = one.several ? ` in ${printable(one.name)}` : '';
    errors.line(`ediloom: there was no loop ${loop}${where}. To see the loops: ediloom inspect FILE`);
  }
  return asked.judge(wrong ? ExitCode.findings : ExitCode.clean, input);
}

function isLine(event: EngineEvent, loop: string | undefined): boolean {
  if (loop !== undefined) return event.kind === 'transaction' || event.kind === 'loop';
  if (event.kind === 'end') return event.trailing !== undefined;
  return event.kind !== 'groupEnd' && event.kind !== 'interchangeEnd';
}

function documentWithWords(document: Document, describer: Describer): Document {
  return describer.withWords({
    ...document,
    interchanges: document.interchanges.map((interchange) =>
      describer.withWords({
        ...interchange,
        groups: interchange.groups.map((group) =>
          describer.withWords({ ...group, transactions: group.transactions.map((set) => describer.withWords(set)) }),
        ),
      }),
    ),
  });
}

interface WithFindings {
  readonly findings: readonly { readonly severity: string }[];
  readonly interchanges?: readonly WithFindings[];
  readonly groups?: readonly WithFindings[];
  readonly transactions?: readonly WithFindings[];
}

function hasErrors(part: WithFindings): boolean {
  const parts = [...(part.interchanges ?? []), ...(part.groups ?? []), ...(part.transactions ?? [])];
  return part.findings.some((found) => found.severity === 'error') || parts.some(hasErrors);
}
