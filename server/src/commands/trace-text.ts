import type { TraceMatch } from '../exchange/tracking/find-traced.js';
import type { TracedFile, TraceStep } from '../exchange/tracking/trace.js';

/** What something that was sent or received may be, and what came of it where it is one file. */
export interface Trace {
  readonly asked: string;
  /** Several: one is to be chosen, by the id of its execution. */
  readonly matches: readonly TraceMatch[];
  readonly file?: TracedFile;
}

/** Where times stand in a column of their own, the rest needs so much beside it. */
const WIDE = 64;
const TIME = 26;
const NARROW = 2;

/** A trace for a terminal. @param width columns that it has. */
export function traceText({ asked, matches, file }: Trace, width: number): string {
  if (file !== undefined) return fileLines(file, width).join('\n');
  if (matches.length === 0) {
    return [
      ...wrapped(`Nothing was sent or received that ${asked} names.`, width),
      ...wrapped('An ISA13 or GS06 is written without blanks, an order or claim as the partner writes it.', width),
    ].join('\n');
  }
  const lines = matches.flatMap((match) => matchLines(match, width));
  return [...wrapped(`${matches.length} match. Choose one: trace ID.`, width), ...lines].join('\n');
}

function matchLines({ executionId, direction, by, interchangeNumber, place }: TraceMatch, width: number) {
  const number = interchangeNumber === undefined ? '' : `, ISA13 ${interchangeNumber}`;
  const set = place === undefined ? '' : `, transaction ${place + 1} of the file`;
  const text = `${direction === 'OUTBOUND' ? 'sent' : 'received'}${number}${set} (by ${by})`;
  return beside(executionId, text, width, executionId.length + 2);
}

function fileLines(file: TracedFile, width: number): readonly string[] {
  const { direction, partnershipId, interchangeNumbers, executionId, name, status, groups, transaction } = file;
  const { otherKind, faults = [], moreFaults = 0 } = file;
  const numbers = interchangeNumbers.length === 0 ? '' : `, ISA13 ${interchangeNumbers.join(', ')}`;
  const side = direction === 'OUTBOUND' ? 'Sent to' : 'Received from';
  const head = [
    `${side} ${partnershipId ?? 'nobody known'}${numbers}: ${status}`,
    `file ${masked(name)}, execution ${executionId}`,
    ...(otherKind === undefined ? [] : [`no X12, and nothing was read of it: ${otherKind}`]),
    ...faults.map(({ code, message }) => `fault ${code}: ${message}`),
    ...(moreFaults > 0 ? [`and ${moreFaults} more faults`] : []),
    ...groups.map(
      ({ functionalId, number, transactions, state, dueAt }) =>
        `group ${functionalId ?? '?'} ${number ?? '?'}: ${transactions} ${transactions === 1 ? 'transaction' : 'transactions'}, ${state}${dueAt === undefined ? '' : `, due ${dueAt}`}`,
    ),
    ...countLine(file),
    ...(transaction === undefined
      ? []
      : [
          `transaction ${transaction.transactionSet} ${transaction.controlNumber}: ${transaction.acknowledgment ?? 'processed'}, ${transaction.transactionId}`,
        ]),
  ];
  return [
    ...head.flatMap((line) => wrapped(line, width)),
    '',
    ...file.steps.flatMap((step) => stepLines(step, file, width)),
  ];
}

function countLine({ acknowledgments = {} }: TracedFile): readonly string[] {
  const counts = Object.entries(acknowledgments).map(([state, count]) => `${count} ${state}`);
  return counts.length === 0 ? [] : [`acknowledged: ${counts.join(', ')}`];
}

function stepLines({ at, what, outcome, details, executionId }: TraceStep, file: TracedFile, width: number) {
  const indent = width < WIDE ? NARROW : TIME;
  const rest = [
    ...details.map(masked),
    ...(executionId === undefined || executionId === file.executionId ? [] : [`execution ${executionId}`]),
  ];
  return [
    ...beside(at, outcome === '' ? what : `${what}: ${outcome}`, width, indent),
    ...rest.flatMap((line) => wrapped(line, width - indent).map((part) => ' '.repeat(indent) + part)),
  ];
}

/** Something with a text in the column beside it; below it where the terminal is narrow. */
function beside(first: string, text: string, width: number, column: number): readonly string[] {
  const isNarrow = width < WIDE;
  const indent = isNarrow ? NARROW : column;
  const [head = '', ...others] = wrapped(text, width - indent);
  const lines = others.map((line) => ' '.repeat(indent) + line);
  return isNarrow ? [first, ' '.repeat(indent) + head, ...lines] : [first.padEnd(indent) + head, ...lines];
}

/** At blanks; a word that is longer than the line stays whole. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Names of files are made of what is in them where a partner wants it so: no social security number is shown. */
function masked(text: string): string {
  return text.replace(/\b\d{3}-\d{2}-\d{4}\b/g, '***-**-****');
}
