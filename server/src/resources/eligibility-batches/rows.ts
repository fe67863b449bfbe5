import { sql } from 'kysely';
import type { Caller } from '../../caller.js';
import { notFound, Problem } from '../../problems.js';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import type { EligibilityBatches, EligibilityBatchItems } from '../../store/batch-tables.js';
import { insertRows } from '../../store/insert-rows.js';
import { LOCK } from '../../store/lock-row.js';
import { listOf } from '../../store/value-list.js';
import { batchItemId } from './item-id.js';

export type NewBatch = OwnRow<'eligibility_batches'>;
export type NewBatchItem = OwnRow<'eligibility_batch_items'>;

/** Writes a batch down, which from then on is there. @throws Problem `conflict` with the id of the batch that has its name. */
export async function insertBatch(queries: AccountQueries, row: NewBatch): Promise<void> {
  const { numInsertedOrUpdatedRows } = await queries
    .insert('eligibility_batches', row)
    .onConflict((there) => there.columns(['account_id', 'name']).doNothing())
    .executeTakeFirstOrThrow();
  if (Number(numInsertedOrUpdatedRows ?? 0) === 0) await demandNewName(queries, row.name);
}

/** @throws Problem `conflict` with the id of the batch that has the name: after a time-out that is the one that was handed in. */
export async function demandNewName(queries: AccountQueries, name: string): Promise<void> {
  const there = await queries.from('eligibility_batches').select('id').where('name', '=', name).executeTakeFirst();
  if (there === undefined) return;
  throw new Problem(
    'conflict',
    `There is a batch of this name: ${there.id}. If you have sent it before and not heard of it, that is yours; else take another name.`,
    { code: 'NAME_TAKEN', body: { batchId: there.id } },
  );
}

/** Items of a batch; those of a new one stand here before it does. */
export function insertItems(queries: AccountQueries, rows: readonly NewBatchItem[]): Promise<void> {
  return insertRows(queries, 'eligibility_batch_items', rows);
}

/**
 * Demands that all items of a batch which is about to be made are there still, and keeps them: those that nobody claims are removed after a while,
 * and a process may have been suspended since it stored them. The first is locked, as whoever removes them does.
 * @throws Problem `unavailable`; handed in again the batch is made.
 */
export async function claimItems(queries: AccountQueries, batchId: string, count: number): Promise<void> {
  const items = queries.update('eligibility_batch_items').set(LOCK);
  await items.where('id', '=', batchItemId(batchId, 0)).execute();
  const there = await queries
    .from('eligibility_batch_items')
    .select(sql<number | string>`count(*)`.as('count'))
    .where('id', '>=', batchItemId(batchId, 0))
    .where('id', '<', `${batchId}/`)
    .executeTakeFirst();
  if (Number(there?.count ?? 0) === count) return;
  const message = 'It took so long to take the batch that its checks are not stored any more. Send it again.';
  throw new Problem('unavailable', message);
}

/** @throws Problem `not-found`. */
export async function findBatch(queries: AccountQueries, id: string): Promise<EligibilityBatches> {
  const row = await queries.from('eligibility_batches').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('eligibility batch');
  return row;
}

/** As a person names it. @param word its id, or its name. */
export async function findNamedBatch(queries: AccountQueries, word: string): Promise<EligibilityBatches> {
  const named = await queries.from('eligibility_batches').selectAll().where('name', '=', word).executeTakeFirst();
  return named ?? findBatch(queries, word);
}

/** For how many hours checks of a batch are asked; 0: it is not there. */
export async function retryHoursOf(queries: AccountQueries, id: string): Promise<number> {
  const row = await queries
    .from('eligibility_batches')
    .select('max_retry_hours')
    .where('id', '=', id)
    .executeTakeFirst();
  return Number(row?.max_retry_hours ?? 0);
}

/** An item with its batch; `undefined`: it was removed. */
export async function findItem(
  queries: AccountQueries,
  id: string,
): Promise<{ readonly item: EligibilityBatchItems; readonly batch: EligibilityBatches } | undefined> {
  const item = await queries.from('eligibility_batch_items').selectAll().where('id', '=', id).executeTakeFirst();
  const batch =
    item && (await queries.from('eligibility_batches').selectAll().where('id', '=', item.batch_id).executeTakeFirst());
  return item === undefined || batch === undefined ? undefined : { item, batch };
}

/** Those of these items that are there, in the order of the ids. */
export async function itemsInOrder(
  queries: AccountQueries,
  ids: readonly string[],
): Promise<readonly EligibilityBatchItems[]> {
  const rows = await queries
    .from('eligibility_batch_items')
    .selectAll()
    .where('id', 'in', listOf(queries.tx, ids))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Names by id. */
export async function batchNames(
  queries: AccountQueries,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await queries
    .from('eligibility_batches')
    .select(['id', 'name'])
    .where('id', 'in', listOf(queries.tx, [...new Set(ids)]))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** As whom the checks of a batch are made: its key may be gone meanwhile, and what it has handed in is done all the same. */
export function callerOf({ account_id, key_id }: Pick<EligibilityBatches, 'account_id' | 'key_id'>): Caller {
  return { accountId: account_id, keyId: key_id, mode: 'live' };
}
