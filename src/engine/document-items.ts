import { X12Error } from '../model/error.js';
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
export type WriteItem =
  | (InterchangeStartInput & { readonly kind: 'interchange' })
  | { readonly kind: 'acknowledgment'; readonly acknowledgment: AcknowledgmentDocument }
  | { readonly kind: 'other'; readonly segment: Pick<LooseSegment, 'segment'> & Partial<LooseSegment> }
  | { readonly kind: 'group'; readonly header?: GroupInput['header'] }
  | (TransactionInput & { readonly kind: 'transaction' })
  | { readonly kind: 'groupEnd' }
  | { readonly kind: 'interchangeEnd' }
  | { readonly kind: 'end'; readonly trailing?: string | undefined };

/** A document as the items that it consists of. @throws X12Error `X12_DOCUMENT_INVALID` where it is not shaped as one. */
export function* itemsOf(document: DocumentInput): Generator<WriteItem> {
  for (const [index, interchange] of listOf(document?.interchanges, '/interchanges').entries()) {
    yield* interchangeItems(interchange, `/interchanges/${index}`);
  }
  yield document.trailing === undefined ? { kind: 'end' } : { kind: 'end', trailing: document.trailing };
}

function* interchangeItems(interchange: InterchangeInput, pointer: string): Generator<WriteItem> {
  requireObject(interchange, pointer);
  requireObject(interchange.header, `${pointer}/header`);
  const { before, delimiters, newline, encoding, header } = interchange;
  yield { kind: 'interchange', before, delimiters, newline, encoding, header };
  const loose = new LooseItems(interchange, pointer);
  const groups = listOf(interchange.groups ?? [], `${pointer}/groups`);
  yield* loose.upTo(0, undefined);
  for (const [index, group] of groups.entries()) {
    requireObject(group, `${pointer}/groups/${index}`);
    const sets = listOf(group.transactions, `${pointer}/groups/${index}/transactions`);
    yield { kind: 'group', header: group.header };
    yield* loose.upTo(index + 1, 0);
    for (const [set, transaction] of sets.entries()) {
      requireObject(transaction, `${pointer}/groups/${index}/transactions/${set}`);
      yield { ...transaction, kind: 'transaction' };
      yield* loose.upTo(index + 1, set + 1);
    }
    yield { kind: 'groupEnd' };
    yield* loose.upTo(index + 1, undefined);
  }
  yield* loose.rest();
  yield { kind: 'interchangeEnd' };
}

/** TA1 and other loose segments of an interchange, given out when their place is reached. */
class LooseItems {
  readonly #acknowledgments: readonly AcknowledgmentDocument[];
  readonly #other: readonly LooseSegment[];
  #nextAcknowledgment = 0;
  #nextOther = 0;

  constructor({ acknowledgments = [], other = [] }: InterchangeInput, pointer: string) {
    this.#acknowledgments = listOf(acknowledgments, `${pointer}/acknowledgments`);
    this.#other = listOf(other, `${pointer}/other`);
  }

  /** What stands behind so many groups and, inside a group, sets. */
  *upTo(groups: number, transactions: number | undefined): Generator<WriteItem> {
    for (;;) {
      const other = this.#other[this.#nextOther];
      const here = other?.groups === groups && other.transactions === transactions;
      if (other !== undefined && here && other.acknowledgments <= this.#nextAcknowledgment) {
        this.#nextOther++;
        yield { kind: 'other', segment: other };
        continue;
      }
      const acknowledgment = this.#acknowledgments[this.#nextAcknowledgment];
      const due = transactions === undefined && acknowledgment !== undefined && (acknowledgment.groups ?? 0) <= groups;
      if (!due) return;
      this.#nextAcknowledgment++;
      yield { kind: 'acknowledgment', acknowledgment };
    }
  }

  /** What names a place that does not exist, at the end. */
  *rest(): Generator<WriteItem> {
    for (const acknowledgment of this.#acknowledgments.slice(this.#nextAcknowledgment))
      yield { kind: 'acknowledgment', acknowledgment };
    for (const segment of this.#other.slice(this.#nextOther)) yield { kind: 'other', segment };
  }
}

function listOf<T>(value: readonly T[] | undefined, pointer: string): readonly T[] {
  if (Array.isArray(value)) return value;
  throw new X12Error('X12_DOCUMENT_INVALID', `The document needs a list at ${pointer}.`, { details: { pointer } });
}

function requireObject(value: unknown, pointer: string): void {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  throw new X12Error('X12_DOCUMENT_INVALID', `The document needs an object at ${pointer}.`, { details: { pointer } });
}
