import type { Static } from 'typebox';
import type { Json, Transactions } from '../../store/tables.js';
import { publishedId } from '../guides/guide-id.js';
import type { Transaction, X12 as X12Schema } from './schemas.js';

// The columns of transactions that hold JSON: what is in them, and the only place that reads or writes it.

/** What the envelopes of a transaction say, and by which setting it was made or read. */
export type X12 = Static<typeof X12Schema>;

/** A number or code that people know a transaction by: of its order, invoice, claim. */
export type BusinessIdentifier = NonNullable<Transaction['businessIdentifiers']>[number];

/** `transactions.x12`. */
export function x12Column(x12: X12): Json {
  return JSON.stringify(x12);
}

export function x12Of({ x12 }: Pick<Transactions, 'x12'>): X12 {
  // Written by `x12Column`.
  const read = JSON.parse(x12) as X12;
  const { guideId, ...setting } = read.transactionSetting ?? {};
  // Older ones have the guide of an account without its prefix.
  return guideId === undefined ? read : { ...read, transactionSetting: { guideId: publishedId(guideId), ...setting } };
}

/** How a transaction was taken apart. */
export type FragmentsOf = NonNullable<Transaction['fragments']>;

/** `transactions.fragments`. */
export function fragmentsColumn(fragments: FragmentsOf): Json {
  return JSON.stringify(fragments);
}

/** `undefined`: it is whole. */
export function fragmentsOf({ fragments }: Pick<Transactions, 'fragments'>): FragmentsOf | undefined {
  // Written by `fragmentsColumn`.
  return fragments === null ? undefined : (JSON.parse(fragments) as FragmentsOf);
}

/** `transactions.business_identifiers`; the table of that name is for finding transactions by them. */
export function businessIdentifiersColumn(identifiers: readonly BusinessIdentifier[]): Json {
  return JSON.stringify(identifiers);
}

export function businessIdentifiersOf(row: Pick<Transactions, 'business_identifiers'>): BusinessIdentifier[] {
  // Written by `businessIdentifiersColumn`.
  return JSON.parse(row.business_identifiers) as BusinessIdentifier[];
}
