import { type MatchedAcknowledgments, matchAcknowledgments } from '../acknowledgment/match-acknowledgments.js';
import { acknowledgmentsOf, type ReceivedAcknowledgments } from '../acknowledgment/received-acknowledgments.js';
import type { Document } from '../engine/document.js';
import { describeFinding, describePlaceInSet } from '../model/describe-finding.js';
import type { Finding } from '../model/finding.js';
import { matchedLines, receivedLines } from './acknowledgments-text.js';
import { type Command, type CommandInput, textOption } from './command.js';
import { commandEngine } from './engine.js';
import { CommandError, ExitCode } from './exit.js';
import { printable } from './printable.js';
import { openReading, READING_OPTIONS } from './reading.js';
import { sentInterchanges } from './sent-interchanges.js';

/** `ediloom acknowledgments`: what a partner says of our data. */
export const acknowledgmentsCommand: Command = {
  name: 'acknowledgments',
  arguments: 'FILE',
  summary: 'Shows in plain words what the TA1, 999 and 997 of a file say',
  files: { min: 1, max: 1 },
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
    'acknowledgments.',
  ],
  run,
};

async function run(input: CommandInput): Promise<ExitCode> {
  const { files, options, output, errors } = input;
  const file = files[0] ?? '-';
  const sentFile = textOption(input, 'sent');
  if (file === '-' && sentFile === '-') throw new CommandError('Standard input cannot be both FILE and --sent.');
  const sent = sentFile === undefined ? undefined : await sentInterchanges(sentFile);
  const { engine } = await commandEngine(undefined);
  const { source, options: reading } = await openReading(input, file);
  const document = await engine.parse(source, reading);
  const received = acknowledgmentsOf(document);
  const matched = sent === undefined ? undefined : matchAcknowledgments(sent, received);
  const none = received.interchanges.length + received.groups.length === 0;
  const wrong = errorsOf(document);
  const accepted = !none && wrong === 0 && (matched === undefined ? allAccepted(received) : allMatched(matched));
  if (options.json === true) output.line(jsonText({ accepted, ...(matched ?? received) }));
  else if (options.quiet !== true) {
    const { paint } = output;
    const lines = matched === undefined ? receivedLines(received, paint) : matchedLines(matched, paint);
    for (const line of lines) output.line(line);
  }
  const name = printable(file);
  if (none) errors.line(`ediloom: ${name} holds no TA1, 999 or 997.`);
  if (wrong > 0)
    errors.line(`ediloom: ${name} has errors itself, so it may not say all. See: ediloom validate ${name}`);
  return accepted ? ExitCode.clean : ExitCode.findings;
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
function jsonText(result: object): string {
  const described = (key: string, value: unknown): unknown => {
    if (key !== 'findings' || !Array.isArray(value)) return value;
    const findings = value as readonly Finding[]; // nothing else stands under this key
    return findings.map((found) => {
      const { text, advice } = describeFinding(found);
      return { ...found, unit: undefined, place: describePlaceInSet(found.at), text, advice };
    });
  };
  return JSON.stringify(result, described, 2);
}
