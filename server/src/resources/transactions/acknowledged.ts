import type { AccountQueries } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import type { Transactions } from '../../store/tables.js';
import { listOf } from '../../store/value-list.js';

// What partners say of transactions that were sent; `resources/tracking/` has the rule.

const COLUMNS = ['id', 'execution_id', 'place', 'functional_answer', 'claim_answer', 'acknowledgment'] as const;

/** A transaction as answers to it need it. */
export type AcknowledgedSet = Pick<Transactions, (typeof COLUMNS)[number]>;

/** What changes. */
export type SetAnswers = Pick<Transactions, 'functional_answer' | 'claim_answer' | 'acknowledgment'>;

/** The transactions of files, each file's in its order. */
export function setsOfFiles(
  queries: AccountQueries,
  executionIds: readonly string[],
): Promise<readonly AcknowledgedSet[]> {
  return queries
    .from('transactions')
    .select(COLUMNS)
    .where('execution_id', 'in', listOf(queries.tx, executionIds))
    .orderBy('place')
    .execute();
}

/** Writes down what is known of transactions by now: a statement for those that are to say the same. */
export async function writeSetAnswers(
  queries: AccountQueries,
  changed: readonly (readonly [id: string, SetAnswers])[],
): Promise<void> {
  const alike = grouped(changed, ([, to]) => `${to.functional_answer} ${to.claim_answer} ${to.acknowledgment}`);
  for (const same of alike.values()) {
    const ids = same.map(([id]) => id);
    const [[, to] = []] = same;
    if (to === undefined) continue;
    await queries.update('transactions').set(to).where('id', 'in', listOf(queries.tx, ids)).execute();
  }
}

/** Marks the transactions of files that still wait for an answer: it should have come. */
export async function markSetsOverdue(queries: AccountQueries, executionIds: readonly string[]): Promise<void> {
  await queries
    .update('transactions')
    .set({ acknowledgment: 'overdue' })
    .where('execution_id', 'in', listOf(queries.tx, executionIds))
    .where('acknowledgment', '=', 'awaited')
    .execute();
}

/** A transaction that is known by a value. */
export interface KnownSet extends Pick<Transactions, 'id' | 'execution_id' | 'place'> {
  readonly value: string;
}

/** Rows that one statement gives; of more, none is to be taken for the only one of its value. */
const MOST_ROWS = 5000;

/** Which claims are looked for. */
export interface AskedClaims {
  readonly partnershipId: string;
  /** Of the data element that has the values: 127 for BHT03 and REF02, 1028 for CLM01. */
  readonly elementId: string;
  readonly values: readonly string[];
}

/**
 * The 837s to a partner that are known by any of these values, by the value, newest first: by one statement, and by more only where very many
 * are. Of a single value the newest 5,000.
 */
export async function sentClaimsKnownBy(
  queries: AccountQueries,
  { values, ...asked }: AskedClaims,
): Promise<ReadonlyMap<string, readonly KnownSet[]>> {
  const wanted = [...new Set(values)].filter((value) => value !== '');
  if (wanted.length === 0) return new Map();
  const rows = await newestKnownBy(queries, { ...asked, values: wanted });
  if (rows.length < MOST_ROWS || wanted.length === 1) return grouped(rows, ({ value }) => value);
  const half = Math.ceil(wanted.length / 2);
  return new Map([
    ...(await sentClaimsKnownBy(queries, { ...asked, values: wanted.slice(0, half) })),
    ...(await sentClaimsKnownBy(queries, { ...asked, values: wanted.slice(half) })),
  ]);
}

function newestKnownBy(
  queries: AccountQueries,
  { partnershipId, elementId, values }: AskedClaims,
): Promise<readonly KnownSet[]> {
  return queries
    .from('business_identifiers')
    .innerJoin('transactions', 'transactions.id', 'business_identifiers.transaction_id')
    .select(['transactions.id', 'transactions.execution_id', 'transactions.place', 'business_identifiers.value'])
    .where('business_identifiers.value', 'in', listOf(queries.tx, values))
    .where('business_identifiers.element_id', '=', elementId)
    .where('transactions.partnership_id', '=', partnershipId)
    .where('transactions.direction', '=', 'OUTBOUND')
    .where('transactions.transaction_set', 'like', '837%')
    .orderBy('business_identifiers.created_at', 'desc')
    .limit(MOST_ROWS)
    .execute();
}

/** The files that deliver transactions, by their ids; those that are gone are not in it. */
export async function filesOfSets(
  queries: AccountQueries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await queries
    .from('transactions')
    .select(['id', 'execution_id'])
    .where('id', 'in', listOf(queries.tx, ids))
    .execute();
  return new Map(rows.map(({ id, execution_id }) => [id, execution_id]));
}

/** How many values of an element transactions are known by. */
export async function countKnown(
  queries: AccountQueries,
  elementId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .from('business_identifiers')
    .select(['transaction_id', (row) => row.fn.countAll<number>().as('count')])
    .where('transaction_id', 'in', listOf(queries.tx, ids))
    .where('element_id', '=', elementId)
    .groupBy('transaction_id')
    .execute();
  return new Map(rows.map(({ transaction_id, count }) => [transaction_id, Number(count)]));
}
