import type { AccountQueries } from '../../store/account-queries.js';
import type { Transactions } from '../../store/tables.js';
import { listOf } from '../../store/value-list.js';
import { x12Of } from './columns.js';

// Transactions as a trace looks for them.

const COLUMNS = ['id', 'execution_id', 'place', 'direction', 'transaction_set', 'acknowledgment', 'x12'] as const;

export type TracedSet = Pick<Transactions, (typeof COLUMNS)[number]>;

/** An ST02 is looked for in so many. */
const NEWEST = 1000;

/** Those that are known by a value, the newest first. */
export function setsKnownBy(queries: AccountQueries, value: string, most: number): Promise<readonly TracedSet[]> {
  return queries
    .from('business_identifiers')
    .innerJoin('transactions', 'transactions.id', 'business_identifiers.transaction_id')
    .select(COLUMNS.map((column) => `transactions.${column}` as const))
    .where('business_identifiers.value', '=', value)
    .orderBy('business_identifiers.created_at', 'desc')
    .orderBy('business_identifiers.transaction_id', 'desc')
    .limit(most)
    .execute();
}

export function setWithId(queries: AccountQueries, id: string): Promise<TracedSet | undefined> {
  return queries.from('transactions').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Of the newest 1,000, those with an ST02. */
export async function newestSetsNumbered(
  queries: AccountQueries,
  number: number,
  most: number,
): Promise<readonly TracedSet[]> {
  const rows = await queries
    .from('transactions')
    .select(COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute();
  return rows.filter((row) => Number(x12Of(row).metadata.transaction.controlNumber) === number).slice(0, most);
}

/** How many transactions of a file have come to each end. */
export async function countAcknowledgments(
  queries: AccountQueries,
  executionId: string,
): Promise<Readonly<Record<string, number>>> {
  const rows = await queries
    .from('transactions')
    .select(['acknowledgment', (row) => row.fn.countAll<number>().as('count')])
    .where('execution_id', '=', executionId)
    .groupBy('acknowledgment')
    .orderBy('acknowledgment')
    .execute();
  return Object.fromEntries(rows.map(({ acknowledgment, count }) => [acknowledgment, Number(count)]));
}

/** The first transactions of a file, or the one at a place. */
export function setsOfTraced(
  queries: AccountQueries,
  executionId: string,
  { place, most }: { readonly place: number | undefined; readonly most: number },
): Promise<readonly TracedSet[]> {
  const sets = queries.from('transactions').select(COLUMNS).where('execution_id', '=', executionId);
  return (place === undefined ? sets : sets.where('place', '=', place)).orderBy('place').limit(most).execute();
}

/** A transaction with its numbers. */
export type SetOfFile = Pick<Transactions, 'execution_id' | 'place' | 'transaction_set' | 'x12'>;

/** The first transactions of files, each file's in its order. @param most of a file. */
export function setsWithNumbers(
  queries: AccountQueries,
  executionIds: readonly string[],
  most: number,
): Promise<readonly SetOfFile[]> {
  return queries
    .from('transactions')
    .select(['execution_id', 'place', 'transaction_set', 'x12'])
    .where('execution_id', 'in', listOf(queries.tx, executionIds))
    .where('place', '<', most)
    .orderBy('place')
    .execute();
}
