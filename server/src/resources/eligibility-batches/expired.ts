import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { deleteRows, type Purge } from '../../store/purge.js';
import type { Store, Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';
import { BATCH_ID_LENGTH } from './item-id.js';

// Over all accounts, as time passes for all of them alike.

/**
 * Removes batches whose time has passed, and their items, some at a time: a batch may have ten thousand. One under way stays until it is over. The
 * batch goes first, so that nobody lets one go of which a part is gone; items that are left over go as those that nobody claims.
 */
export const purgeBatches: Purge = (tx, now, most) => deleteRows(most, (rows) => removeSome(tx, now, rows));

async function removeSome(tx: Transaction, now: number, most: number): Promise<number> {
  let gone = 0;
  while (gone < most) {
    // Asked of the row that is deleted, too: it may have been let go, or have got another table, since it was found.
    const { rows } = await sql<{ readonly id: string }>`delete from eligibility_batches where id in (
        select id from eligibility_batches where expires_at is not null and expires_at <= ${now} and status <> 'IN_PROGRESS'
        order by expires_at limit 1)
      and expires_at <= ${now} and status <> 'IN_PROGRESS' returning id`.execute(tx);
    const [batch] = rows;
    if (batch === undefined) break;
    gone += 1;
    if (gone < most) gone += await removeItems(tx, batch.id, most - gone);
  }
  return gone;
}

/** By the primary key: ids of the items begin with that of their batch. */
async function removeItems(tx: Transaction, batchId: string, most: number): Promise<number> {
  const { rows } = await sql<{ readonly id: string }>`select id from eligibility_batch_items
    where id >= ${`${batchId}.`} and id < ${`${batchId}/`} order by id limit ${most}`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await sql`delete from eligibility_batch_items where id in ${listOf(tx, ids)}`.execute(tx);
  return ids.length;
}

/** Items are written in some seconds before their batch; what has waited for longer waits for a process that has died. */
const UNCLAIMED_MS = 3_600_000;
const ITEMS_AT_ONCE = 500;

/** Removes items of batches that were never handed in, as their process died. @returns how many went. */
export async function purgeUnclaimedItems(store: Store, now: number, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (let after = ''; ; ) {
    signal?.throwIfAborted();
    const next = await store.list((db) => batchBehind(db, after));
    if (next === undefined) return removed;
    after = `${next.batchId}/`;
    if (next.isThere || next.createdAt > now - UNCLAIMED_MS) continue;
    for (let count = ITEMS_AT_ONCE; count === ITEMS_AT_ONCE; removed += count) {
      count = await store.write((tx) => removeUnclaimed(tx, next.batchId));
    }
  }
}

/**
 * Whoever makes the batch after all locks its first item, too: it finds that missing, or this finds the batch. Asked by a statement of its own, which
 * sees what was committed while it waited.
 */
async function removeUnclaimed(tx: Transaction, batchId: string): Promise<number> {
  await sql`update eligibility_batch_items set updated_at = updated_at where id = (
    select min(id) from eligibility_batch_items where id >= ${`${batchId}.`} and id < ${`${batchId}/`})`.execute(tx);
  const next = await batchBehind(tx, `${batchId}.`);
  return next?.batchId !== batchId || next.isThere ? 0 : removeItems(tx, batchId, ITEMS_AT_ONCE);
}

/** The next batch that items are of, by one look into their primary key. */
async function batchBehind(db: Transaction, after: string) {
  const { rows } = await sql<{
    readonly id: string;
    readonly created_at: number | string;
    readonly is_there: number | boolean;
  }>`
    select item.id, item.created_at, exists (select 1 from eligibility_batches as batch where batch.id = item.batch_id) as is_there
    from eligibility_batch_items as item where item.id > ${after} order by item.id limit 1`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  return {
    batchId: row.id.slice(0, BATCH_ID_LENGTH),
    createdAt: Number(row.created_at),
    isThere: Boolean(row.is_there),
  };
}

/** Whether an id is of an item that is there. */
export function isBatchItem(id: RawBuilder<string>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from eligibility_batch_items as known where known.id = ${id})`;
}
