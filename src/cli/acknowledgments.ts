import { type MatchedAcknowledgments, matchAcknowledgments } from '../acknowledgment/match-acknowledgments.js';
import { acknowledgmentsOf, type ReceivedAcknowledgments } from '../acknowledgment/received-acknowledgments.js';
import type { Document } from '../engine/document.js';
import type { Finding } from '../model/finding.js';
import { describePlaceInSet } from '../model/finding-words.js';
import { matchedLines, receivedLines } from './acknowledgments-text.js';
import { keepAnsweredGuides, keepMatchedGuides } from './answered-guides.js';
import { type Command, type CommandInput, MOST_FILES, textOption } from './command.js';
import type { Describer } from './describer.js';
import { type CommandEngine, commandEngine } from './engine.js';
import { CommandError, ExitCode } from './exit.js';
import { eachInput, type Input, SEVERAL_NOTES } from './inputs.js';
import { printable } from './printable.js';
import { openReading, READING_OPTIONS } from './reading.js';
import { sentInterchanges } from './sent-interchanges.js';

/** `ediloom acknowledgments`: what a partner says of our data. */
export const acknowledgmentsCommand: Command = {
  name: 'acknowledgments',
  arguments: 'FILE...',
  summary: 'Shows in plain words what the TA1, 999 and 997 of a file say',
  files: { min: 1, max: MOST_FILES },
  options: {
    sent: {
      type: 'string',
      short: 's',
      value: 'FILE',
      help: 'the X12 that was sent: shows what became of each set of it',
    },
    ...READING_OPTIONS,
    json: { type: 'boolean', short: 'j', help: 'as JSON' },
    quiet: { type: 'boolean', short: 'q', help: 'no text: the exit code tells' },
  },
  notes: [
    'No values of the data are shown. A 271, 277 or 277CA is an answer, but no acknowledgment: see ediloom parse.',
    'Exit code 0: all is accepted; 1: something is not, or not yet answered, or the file itself has errors or holds no',
    'acknowledgments. With --sent, those of several files are looked at together.',
    ...SEVERAL_NOTES,
  ],
  run,
};

async function run(input: CommandInput): Promise<ExitCode> {
  const { files } = input;
  const sentFile = textOption(input, 'sent');
  if (files.includes('-') && sentFile === '-') throw new CommandError('Standard input cannot be both FILE and --sent.');
  const sent = sentFile === undefined ? undefined : await sentInterchanges(sentFile);
  const made = await commandEngine(undefined);
  if (sent === undefined) return (await eachInput(input, (one) => tellOne(input, one, made))).code;
  const all: ReceivedAcknowledgments[] = [];
  const tally = await eachInput(input, async (one) => {
    const { received, code } = await receivedOf(input, one, made);
    all.push(received);
    return code;
  });
  const matched = matchAcknowledgments(sent, {
    interchanges: all.flatMap(({ interchanges }) => interchanges),
    groups: all.flatMap(({ groups }) => groups),
  });
  const accepted = tally.code === ExitCode.clean && allMatched(matched);
  const { describer } = made;
  keepMatchedGuides(matched, describer);
  const words = { describer, paint: input.output.paint };
  tell(input, { accepted, ...matched }, { describer, lines: () => matchedLines(matched, words) });
  return accepted ? ExitCode.clean : highestOf(tally.code, ExitCode.findings);
}

async function tellOne(input: CommandInput, one: Input, made: CommandEngine): Promise<ExitCode> {
  const { output } = input;
  const { received, code } = await receivedOf(input, one, made);
  const accepted = code === ExitCode.clean && allAccepted(received);
  const file = one.several ? { file: one.name } : {};
  const { describer } = made;
  keepAnsweredGuides(received, describer);
  const words = { describer, paint: output.paint };
  function* lines(): Generator<string> {
    if (one.several) yield output.paint('bold', printable(one.name));
    yield* receivedLines(received, words);
  }
  tell(input, { ...file, accepted, ...received }, { describer, lines });
  return accepted ? ExitCode.clean : ExitCode.findings;
}

interface Received {
  readonly received: ReceivedAcknowledgments;
  readonly code: ExitCode;
}

async function receivedOf(input: CommandInput, one: Input, { engine }: CommandEngine): Promise<Received> {
  const { source, options: reading } = await openReading(input, one);
  const document = await engine.parse(source, reading);
  const received = acknowledgmentsOf(document);
  const none = received.interchanges.length + received.groups.length === 0;
  const wrong = errorsOf(document) > 0;
  const name = printable(one.name);
  if (none) input.errors.line(`ediloom: ${name} holds no TA1, 999 or 997.`);
  if (wrong) {
    input.errors.line(`ediloom: ${name} has errors itself, so it may not say all. See: ediloom validate ${name}`);
  }
  return { received, code: none || wrong ? ExitCode.findings : ExitCode.clean };
}

function tell(
  { options, output }: CommandInput,
  json: object,
  { describer, lines }: { readonly describer: Describer; readonly lines: () => Iterable<string> },
): void {
  if (options.json === true) output.line(jsonText(json, describer, 'file' in json ? undefined : 2));
  else if (options.quiet !== true) for (const line of lines()) output.line(line);
}

function highestOf(one: ExitCode, other: ExitCode): ExitCode {
  return one > other ? one : other;
}

function allAccepted({ interchanges, groups }: ReceivedAcknowledgments): boolean {
  return (
    interchanges.every(({ result }) => result.verdict === 'A') &&
    groups.every(({ acknowledgment }) => acknowledgment.verdict === 'A')
  );
}

function allMatched({ interchanges, unmatched }: MatchedAcknowledgments): boolean {
  const parts = interchanges.flatMap(({ state, answers, groups }) => [
    ...(answers.length === 0 ? [] : [state]),
    ...groups.flatMap(({ transactions }) => transactions.map((set) => set.state)),
  ]);
  const strays = unmatched.interchanges.length + unmatched.groups.length + unmatched.transactions.length;
  return strays === 0 && parts.length > 0 && parts.every((state) => state === 'accepted');
}

function errorsOf({ findings, interchanges }: Document): number {
  const all = interchanges.flatMap((one) => [
    ...one.findings,
    ...one.groups.flatMap((group) => [...group.findings, ...group.transactions.flatMap((set) => set.findings)]),
  ]);
  return [...findings, ...all].filter(({ severity }) => severity === 'error').length;
}

// Each finding with its words. The id of a business unit, such as a claim's, is a value of the data: it is left out.
function jsonText(result: object, describer: Describer, indent: number | undefined): string {
  const described = (key: string, value: unknown): unknown => {
    if (key !== 'findings' || !Array.isArray(value)) return value;
    const findings = value as readonly Finding[]; // nothing else stands under this key
    return findings.map((found) => {
      const { text, advice } = describer.describe(found);
      return { ...found, unit: undefined, place: describePlaceInSet(found.at), text, advice };
    });
  };
  return JSON.stringify(result, described, indent);
}
