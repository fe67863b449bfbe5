import type { Caller } from '../../caller.js';
import { notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { inOrderOf } from '../../store/in-order-of.js';
import { type AskedPage, type Page, readPage } from '../../store/page.js';
import type { Transactions } from '../../store/tables.js';
import { listOf } from '../../store/value-list.js';
import { seenBy } from '../executions/seen-by.js';
import { isOfShownFile } from './unshown.js';

/** @throws Problem `not-found`, also where the key does not see it. */
export async function findTransaction(queries: AccountQueries, caller: Caller, id: string): Promise<Transactions> {
  const shown = queries.from('transactions').where(isOfShownFile(queries));
  const row = await seenBy(caller, shown).selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('transaction');
  return row;
}

/** Those of these ids that are there, in the order of the ids: a key has found the ids by its own mode before. */
export async function transactionsInOrder(
  queries: AccountQueries,
  ids: readonly string[],
): Promise<readonly Transactions[]> {
  const rows = await queries.from('transactions').selectAll().where('id', 'in', listOf(queries.tx, ids)).execute();
  return inOrderOf(ids, rows);
}

/** The transactions of a file in its order, whether it was delivered or not. */
export function listTransactionsOfFile(
  queries: AccountQueries,
  executionId: string,
  page: AskedPage,
): Promise<Page<Transactions>> {
  const sets = queries
    .from('transactions')
    .selectAll()
    .where('execution_id', '=', executionId)
    .where(isOfShownFile(queries));
  return readPage(sets, ['place'], page);
}

const SENT_COLUMNS = [
  'id',
  'execution_id',
  'direction',
  'mode',
  'key_mode',
  'partnership_id',
  'sender_id',
  'receiver_id',
  'x12',
  'acknowledgment',
  'processed_at',
] as const;

/** A transaction as its delivery needs it. */
export type SentTransaction = Pick<Transactions, (typeof SENT_COLUMNS)[number]>;

/** Those of these files, each file's in its order. */
export function transactionsOfFiles(
  queries: AccountQueries,
  executionIds: readonly string[],
): Promise<readonly SentTransaction[]> {
  return queries
    .from('transactions')
    .select(SENT_COLUMNS)
    .where('execution_id', 'in', listOf(queries.tx, executionIds))
    .orderBy('place')
    .execute();
}

/** Transactions of one file from a place on, in its order. */
export function setsFrom(
  queries: AccountQueries,
  { executionId, from, most }: { readonly executionId: string; readonly from: number; readonly most: number },
): Promise<readonly (SentTransaction & Pick<Transactions, 'place' | 'fragments'>)[]> {
  return queries
    .from('transactions')
    .select([...SENT_COLUMNS, 'place', 'fragments'])
    .where('execution_id', '=', executionId)
    .where('place', '>=', from)
    .orderBy('place')
    .limit(most)
    .execute();
}

/** 0-based places in their files of the transactions of these: of those that were shown, as nothing else was ever handed over. */
export async function placesTaken(
  queries: AccountQueries,
  executionIds: readonly string[],
): Promise<readonly number[]> {
  if (executionIds.length === 0) return [];
  const rows = await queries
    .from('transactions')
    .select('place')
    .where('execution_id', 'in', listOf(queries.tx, executionIds))
    .where(isOfShownFile(queries))
    .execute();
  return rows.map(({ place }) => Number(place));
}
