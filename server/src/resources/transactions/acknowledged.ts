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

/** Of one value, and of a list of them. */
const MOST_KNOWN = 5000;

/**
 * The 837s to a partner that are known by any of these values, newest first.
 * @param elementId of the data element that has the value: 127 for BHT03, 1028 for CLM01.
 */
export function sentClaimsKnownBy(
  queries: AccountQueries,
  {
    partnershipId,
    elementId,
    values,
  }: { readonly partnershipId: string; readonly elementId: string; readonly values: readonly string[] },
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
    .limit(MOST_KNOWN)
    .execute();
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
