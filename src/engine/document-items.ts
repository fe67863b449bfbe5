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
  const interchanges = listOf(document?.interchanges, ['interchanges']);
  for (let index = 0; index < interchanges.length; index++) visitInterchange(interchanges[index], index, visit);
  visit(document.trailing === undefined ? { kind: 'end' } : { kind: 'end', trailing: document.trailing });
}

function visitInterchange(interchange: InterchangeInput | undefined, ordinal: number, visit: VisitItem): void {
  requireObject(interchange, ['interchanges', ordinal]);
  requireObject(interchange.header, ['interchanges', ordinal, 'header']);
  const { before, delimiters, newline, encoding, repeatsIds, header } = interchange;
  visit({ kind: 'interchange', before, delimiters, newline, encoding, repeatsIds, header });
  const loose = looseOf(interchange, ordinal);
  const groups = listOf(interchange.groups ?? [], ['interchanges', ordinal, 'groups']);
  loose?.upTo(0, undefined, visit);
  for (let index = 0; index < groups.length; index++) {
    const group = groups[index];
    requireObject(group, ['interchanges', ordinal, 'groups', index]);
    const sets = listOf(group.transactions, ['interchanges', ordinal, 'groups', index, 'transactions']);
    visit({ kind: 'group', header: group.header });
    loose?.upTo(index + 1, 0, visit);
    for (let set = 0; set < sets.length; set++) {
      const transaction = sets[set];
      requireObject(transaction, ['interchanges', ordinal, 'groups', index, 'transactions', set]);
      const { guide, header: st, data, unplaced } = transaction;
      listOf(unplaced ?? [], ['interchanges', ordinal, 'groups', index, 'transactions', set, 'unplaced']);
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

function invalid(form: 'list' | 'object', keys: Keys): X12Error {
  const pointer = keys.map((key) => `/${key}`).join('');
  const article = form === 'list' ? 'a' : 'an';
  return new X12Error('X12_DOCUMENT_INVALID', `The document needs ${article} ${form} at ${pointer}.`, {
    details: { pointer },
  });
}
