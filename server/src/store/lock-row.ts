import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf } from './dialect-of.js';
import type { Transaction } from './store.js';

/**
 * What an update sets to lock a row: `queries.update('guides').set(LOCK).where('id', '=', id).returningAll()`. It changes nothing, and
 * both databases take it for a lock: nobody else changes, locks or deletes the row until the transaction ends, so that what was checked
 * of it stays so. Whoever deletes a row that others refer to locks it first, and whoever writes a reference locks what it refers to.
 * Only inside `write`.
 */
export const LOCK = { updated_at: sql.ref<number>('updated_at') } as const;

/**
 * At the end of a `select` in a transaction that writes: the rows are locked, and those that another has locked at this moment are left out. SQLite has one
 * writer, and needs nothing.
 */
export function skipLocked(tx: Transaction): RawBuilder<SqlBool | unknown> {
  return dialectOf(tx) === 'postgres' ? sql`for update skip locked` : sql``;
}
