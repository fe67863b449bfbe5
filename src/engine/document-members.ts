import { optionFault } from '../model/check-options.js';
import { X12Error } from '../model/error.js';
import { nameAdvice, quotedName } from '../model/nearest-name.js';
import { DELIMITERS, isOptions, NEWLINES, type OptionRule } from '../model/option-rules.js';
import type {
  Document,
  DocumentInput,
  GroupDocument,
  GroupInput,
  InterchangeDocument,
  InterchangeInput,
  InterchangeStartInput,
  TransactionDocument,
  TransactionInput,
} from './document.js';
import type { GroupEvent, InterchangeEvent, TransactionEvent } from './engine-event.js';

// What a document and the items of a stream may hold: what writing takes, and what reading adds (DECISIONS A2). Anything else is a slip, and
// what was meant by it would be missing from the file.

type NamesOf<T> = Readonly<Record<keyof T, true>>;

const START = {
  before: true,
  delimiters: true,
  newline: true,
  encoding: true,
  repeatsIds: true,
  header: true,
} satisfies NamesOf<InterchangeStartInput>;
const SET = {
  guide: true,
  header: true,
  data: true,
  unplaced: true,
  findings: true,
  segments: true,
  truncated: true,
} as const;

const MEMBERS = {
  document: { interchanges: true, trailing: true, findings: true } satisfies NamesOf<Document & DocumentInput>,
  interchange: {
    ...START,
    acknowledgments: true,
    other: true,
    groups: true,
    findings: true,
    truncated: true,
  } satisfies NamesOf<InterchangeDocument & InterchangeInput>,
  group: { header: true, transactions: true, findings: true, truncated: true } satisfies NamesOf<
    GroupDocument & GroupInput
  >,
  transaction: SET satisfies NamesOf<TransactionDocument & TransactionInput>,
  interchangeItem: {
    ...START,
    kind: true,
    interchange: true,
    inputOffset: true,
  } satisfies NamesOf<InterchangeEvent & InterchangeStartInput>,
  groupItem: { kind: true, header: true, interchange: true, group: true } satisfies NamesOf<GroupEvent>,
  transactionItem: {
    ...SET,
    kind: true,
    interchange: true,
    group: true,
    transaction: true,
    segmentOffset: true,
    length: true,
    loops: true,
  } satisfies NamesOf<TransactionEvent & TransactionInput>,
};

/** @throws X12Error `X12_DOCUMENT_INVALID` for what is no object, with what was meant. */
export function requireDocument(document: unknown): void {
  const fault = optionFault(document, 'object', { verb: 'the call', path: 'document' });
  if (fault !== undefined) throw invalid(fault.text, {});
}

/**
 * Refuses members that there are none of.
 * @param place JSON pointer of the object.
 * @throws X12Error `X12_DOCUMENT_INVALID` with the name that was meant, if one is near.
 */
export function requireMembers(level: keyof typeof MEMBERS, value: object, place: string): void {
  const known: Readonly<Record<string, true>> = MEMBERS[level];
  for (const name of Object.keys(value)) {
    if (Object.hasOwn(known, name) || (value as Kept)[name] === undefined) continue; // any object may be asked for its properties
    const what = level.replace('Item', ' item');
    const where = place === '' ? '' : ` at ${place}`;
    const advice = nameAdvice(name, Object.keys(known));
    throw invalid(`The ${what}${where} has no ${quotedName(name)}.${advice}`, { pointer: place, name });
  }
}

/** @throws X12Error `X12_DOCUMENT_INVALID` for delimiters that are none, and for what would stand between segments as data. */
export function requireLayout({ delimiters, newline }: InterchangeStartInput): void {
  requireFit('delimiters', delimiters, { members: DELIMITERS });
  requireFit('newline', newline, NEWLINES);
}

const TEXT = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** What is kept as it was received, and what each of it needs so that it can be put back. */
const KEPT = {
  unplaced: {
    fits: ({ segment, after }: Kept) => TEXT(segment) && Number.isInteger(after) && Number(after) >= 1,
    needs: 'a text in "segment", and in "after" the number of segments before it, from 1 for ST',
  },
  other: { fits: ({ segment }: Kept) => TEXT(segment), needs: 'a text in "segment"' },
  acknowledgments: { fits: () => true, needs: 'to be an object' },
} as const;

type Kept = Readonly<Record<string, unknown>>;

/** @throws X12Error `X12_DOCUMENT_INVALID` for a list of what was received, or a part of it, of another form. @param place JSON pointer of what has it. */
export function requireKept(name: keyof typeof KEPT, list: unknown, place: string): void {
  const { fits, needs } = KEPT[name];
  if (list === undefined) return;
  if (!Array.isArray(list))
    throw invalid(`${name}${place === '' ? '' : ` at ${place}`} is no list.`, { pointer: `${place}/${name}` });
  const wrong = list.findIndex((one: unknown) => !isOptions(one) || !fits(one));
  if (wrong < 0) return;
  const pointer = `${place}/${name}/${wrong}`;
  throw invalid(`What stands at ${pointer} cannot be put back: it needs ${needs}.`, { pointer });
}

/** `null` is as good as absent. */
function requireFit(name: string, value: unknown, rule: OptionRule): void {
  if (value === undefined || value === null) return;
  const fault = optionFault(value, rule, { verb: 'an interchange', path: name });
  if (fault !== undefined) throw invalid(fault.text, { name: fault.option });
}

function invalid(text: string, details: Readonly<Record<string, string>>): X12Error {
  return new X12Error('X12_DOCUMENT_INVALID', text, { details });
}
