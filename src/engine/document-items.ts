import { requireForm } from '../model/check-options.js';
import { X12Error } from '../model/error.js';
import type { Guide } from '../model/guide.js';
import type {
  AcknowledgmentDocument,
  DocumentInput,
  GroupInput,
  InterchangeInput,
  InterchangeStartInput,
  LooseSegment,
  TransactionInput,
} from './document.js';
import { requireDocument, requireKept, requireMembers } from './document-members.js';
import type { EngineEvent } from './engine-event.js';

/**
 * One thing to write, in the order of the file. The events of `stream` are such items too (their ends are not needed and
 * are passed over), so that one can be fed by the other.
 */
export type WriteItem<G extends Guide = Guide> =
  | (InterchangeStartInput & { readonly kind: 'interchange' })
  | { readonly kind: 'acknowledgment'; readonly acknowledgment: AcknowledgmentDocument }
  | { readonly kind: 'other'; readonly segment: Pick<LooseSegment, 'segment'> & Partial<LooseSegment> }
  | { readonly kind: 'group'; readonly header?: GroupInput['header'] }
  | (TransactionInput<G> & { readonly kind: 'transaction' })
  | { readonly kind: 'groupEnd' }
  | { readonly kind: 'interchangeEnd' }
  | { readonly kind: 'end'; readonly trailing?: string | undefined };

export type VisitItem = (item: WriteItem) => void;

/**
 * Shows a document as the items that it consists of. Without generators: they cost a document of one small set a tenth
 * of its writing (bench: `bench:eligibility`).
 * @throws X12Error `X12_DOCUMENT_INVALID` where it is not shaped as one.
 */
export function visitItems(document: DocumentInput, visit: VisitItem): void {
  requireDocument(document);
  requireMembers('document', document, '');
  const interchanges = listOf(document.interchanges, ['interchanges']);
  for (let index = 0; index < interchanges.length; index++) visitInterchange(interchanges[index], index, visit);
  visit(document.trailing === undefined ? { kind: 'end' } : { kind: 'end', trailing: document.trailing });
}

function visitInterchange(interchange: InterchangeInput | undefined, ordinal: number, visit: VisitItem): void {
  requireObject(interchange, ['interchanges', ordinal]);
  requireMembers('interchange', interchange, `/interchanges/${ordinal}`);
  requireObject(interchange.header, ['interchanges', ordinal, 'header']);
  requireKept('acknowledgments', interchange.acknowledgments, `/interchanges/${ordinal}`);
  requireKept('other', interchange.other, `/interchanges/${ordinal}`);
  const { before, delimiters, newline, encoding, repeatsIds, header } = interchange;
  visit({ kind: 'interchange', before, delimiters, newline, encoding, repeatsIds, header });
  const loose = looseOf(interchange, ordinal);
  const groups = listOf(interchange.groups ?? [], ['interchanges', ordinal, 'groups']);
  loose?.upTo(0, undefined, visit);
  for (let index = 0; index < groups.length; index++) {
    const group = groups[index];
    requireObject(group, ['interchanges', ordinal, 'groups', index]);
    requireMembers('group', group, `/interchanges/${ordinal}/groups/${index}`);
    const sets = listOf(group.transactions, ['interchanges', ordinal, 'groups', index, 'transactions']);
    visit({ kind: 'group', header: group.header });
    loose?.upTo(index + 1, 0, visit);
    for (let set = 0; set < sets.length; set++) {
      const transaction = sets[set];
      requireObject(transaction, ['interchanges', ordinal, 'groups', index, 'transactions', set]);
      requireMembers('transaction', transaction, `/interchanges/${ordinal}/groups/${index}/transactions/${set}`);
      const { guide, header: st, data, unplaced } = transaction;
      requireKept('unplaced', unplaced, `/interchanges/${ordinal}/groups/${index}/transactions/${set}`);
      if (data === undefined)
        throw invalid('object', ['interchanges', ordinal, 'groups', index, 'transactions', set, 'data']);
      visit({ kind: 'transaction', guide, header: st, data, unplaced });
      loose?.upTo(index + 1, set + 1, visit);
    }
    visit(GROUP_END);
    loose?.upTo(index + 1, undefined, visit);
  }
  loose?.rest(visit);
  visit(INTERCHANGE_END);
}

const GROUP_END: WriteItem = { kind: 'groupEnd' };
const INTERCHANGE_END: WriteItem = { kind: 'interchangeEnd' };

function looseOf({ acknowledgments, other }: InterchangeInput, ordinal: number): LooseItems | undefined {
  if (acknowledgments === undefined && other === undefined) return undefined;
  return new LooseItems(
    listOf(acknowledgments ?? [], ['interchanges', ordinal, 'acknowledgments']),
    listOf(other ?? [], ['interchanges', ordinal, 'other']),
  );
}

/** TA1 and other loose segments of an interchange, shown when their place is reached. */
class LooseItems {
  readonly #acknowledgments: readonly AcknowledgmentDocument[];
  readonly #other: readonly LooseSegment[];
  #nextAcknowledgment = 0;
  #nextOther = 0;

  constructor(acknowledgments: readonly AcknowledgmentDocument[], other: readonly LooseSegment[]) {
    this.#acknowledgments = acknowledgments;
    this.#other = other;
  }

  /** What stands behind so many groups and, inside a group, sets. */
  upTo(groups: number, transactions: number | undefined, visit: VisitItem): void {
    for (;;) {
      const other = this.#other[this.#nextOther];
      const here = other?.groups === groups && other.transactions === transactions;
      if (other !== undefined && here && other.acknowledgments <= this.#nextAcknowledgment) {
        this.#nextOther++;
        visit({ kind: 'other', segment: other });
        continue;
      }
      const acknowledgment = this.#acknowledgments[this.#nextAcknowledgment];
      const due = transactions === undefined && acknowledgment !== undefined && (acknowledgment.groups ?? 0) <= groups;
      if (!due) return;
      this.#nextAcknowledgment++;
      visit({ kind: 'acknowledgment', acknowledgment });
    }
  }

  /** What names a place that does not exist, at the end. */
  rest(visit: VisitItem): void {
    for (const acknowledgment of this.#acknowledgments.slice(this.#nextAcknowledgment))
      visit({ kind: 'acknowledgment', acknowledgment });
    for (const segment of this.#other.slice(this.#nextOther)) visit({ kind: 'other', segment });
  }
}

type Keys = readonly (string | number)[];

function listOf<T>(value: readonly T[] | undefined, keys: Keys): readonly T[] {
  if (Array.isArray(value)) return value;
  throw invalid('list', keys);
}

function requireObject<T>(value: T, keys: Keys): asserts value is NonNullable<T> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  throw invalid('object', keys);
}

/** @throws X12Error `X12_OPTION_INVALID` for what gives no items. */
export function requireItems(items: unknown): void {
  const isGiving = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && (Symbol.asyncIterator in value || Symbol.iterator in value);
  requireForm('generateStream', 'items', items, {
    fits: isGiving,
    name: 'an iterable of items, such as the events of stream',
  });
}

const LEVELS = { interchange: 'interchangeItem', group: 'groupItem', transaction: 'transactionItem' } as const;
const OTHER_KINDS = ['acknowledgment', 'other', 'groupEnd', 'interchangeEnd', 'end', 'loop'];

/** @throws X12Error `X12_DOCUMENT_INVALID` for what is no item, and so would not be in the file. */
export function requireItem(item: WriteItem | EngineEvent): void {
  const kind: unknown = item?.kind;
  if (item?.kind === 'acknowledgment') requireKept('acknowledgments', [item.acknowledgment], '');
  if (item?.kind === 'other') requireKept('other', [item.segment], '');
  if (item?.kind === 'transaction') requireKept('unplaced', item.unplaced, '');
  if (kind === 'interchange' || kind === 'group' || kind === 'transaction') {
    requireMembers(LEVELS[kind], item, '');
    if (item.kind !== 'transaction' || item.data !== undefined) return;
    throw new X12Error('X12_DOCUMENT_INVALID', 'The transaction item has no data. Give guide JSON.');
  }
  if (typeof kind === 'string' && OTHER_KINDS.includes(kind)) return;
  const kinds = [...Object.keys(LEVELS), ...OTHER_KINDS.slice(0, -1)].join(', ');
  throw new X12Error(
    'X12_DOCUMENT_INVALID',
    `An item to be written is none. Give an object whose kind is of: ${kinds}.`,
  );
}

function invalid(form: 'list' | 'object', keys: Keys): X12Error {
  const pointer = keys.map((key) => `/${key}`).join('');
  const article = form === 'list' ? 'a' : 'an';
  return new X12Error('X12_DOCUMENT_INVALID', `The document needs ${article} ${form} at ${pointer}.`, {
    details: { pointer },
  });
}
