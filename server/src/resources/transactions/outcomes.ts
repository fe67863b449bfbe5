import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import { insertRows } from '../../store/insert-rows.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';

// What becomes of transactions: they go the way of the execution that they belong to.

/** Writes new transactions down. */
export function insertTransactions(queries: AccountQueries, rows: readonly OwnRow<'transactions'>[]): Promise<void> {
  return insertRows(queries, 'transactions', rows);
}

/** Writes down what transactions are found by. */
export function insertBusinessIdentifiers(
  queries: AccountQueries,
  rows: readonly OwnRow<'business_identifiers'>[],
): Promise<void> {
  return insertRows(queries, 'business_identifiers', rows);
}

/** Shows the transactions of files in lists from now on: the files were delivered. */
export async function listDelivered(queries: AccountQueries, executionIds: readonly string[]): Promise<void> {
  await queries
    .update('transactions')
    .set({ listed: 1 })
    .where('execution_id', 'in', listOf(queries.tx, executionIds))
    .execute();
}

/** Gives the transactions of a file to the one that delivers it again: a transaction belongs to the file that delivers it. */
export async function moveTransactions(queries: AccountQueries, from: string, to: string): Promise<void> {
  await queries.update('transactions').set({ execution_id: to }).where('execution_id', '=', from).execute();
}

/**
 * Removes the transactions of executions with what they are found by. Over all accounts, as retention is.
 * @returns the ids of those that went; where it is `most`, there may be others.
 */
export async function removeTransactionsOf(
  tx: Transaction,
  executionIds: readonly string[],
  most: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`delete from transactions where id in (
    select id from transactions where execution_id in ${listOf(tx, executionIds)} limit ${most}) returning id`.execute(
    tx,
  );
  const ids = rows.map(({ id }) => id);
  await sql`delete from business_identifiers where transaction_id in ${listOf(tx, ids)}`.execute(tx);
  return ids;
}

/** Whether an id is of a transaction that is there. */
export function isTransaction(id: RawBuilder<string>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from transactions as known where known.id = ${id})`;
}
