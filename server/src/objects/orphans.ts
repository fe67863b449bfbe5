import { sql } from 'kysely';
import { DAY_MS, type Purge } from '../store/purge.js';
import type { Store } from '../store/store.js';
import { listOf } from '../store/value-list.js';

/**
 * Writes down which bytes no row names.
 * @param looked all that were looked at: of those that have a row again what was written down is forgotten.
 * @returns those of `unnamed` that a look of a day ago, or longer, has seen without a row already.
 */
export async function seenForADay(
  store: Store,
  looked: readonly string[],
  unnamed: readonly string[],
  now: number,
): Promise<readonly string[]> {
  return store.write(async (tx) => {
    const rows = await tx.selectFrom('orphans').selectAll().where('object_name', 'in', listOf(tx, looked)).execute();
    const seen = new Map(rows.map(({ object_name, seen_at }) => [object_name, Number(seen_at)]));
    const isUnnamed = new Set(unnamed);
    const named = rows.filter(({ object_name }) => !isUnnamed.has(object_name)).map(({ object_name }) => object_name);
    if (named.length > 0) await tx.deleteFrom('orphans').where('object_name', 'in', listOf(tx, named)).execute();
    const fresh = unnamed.filter((name) => !seen.has(name)).map((name) => ({ object_name: name, seen_at: now }));
    if (fresh.length > 0) {
      await tx
        .insertInto('orphans')
        .values(fresh)
        .onConflict((there) => there.doNothing())
        .execute();
    }
    return unnamed.filter((name) => (seen.get(name) ?? now) <= now - DAY_MS);
  });
}

/** Longer than from one sweep to the next, whatever keeps them waiting: a backup, or a server that does not run. */
const KEPT_DAYS = 30;

/** What was written down of bytes that somebody else has removed, as no sweep comes by them any more. Those that lie there are seen anew. */
export const purgeOrphans: Purge = async (tx, now, most) => {
  const { numAffectedRows } = await sql`delete from orphans where object_name in (
    select object_name from orphans where seen_at < ${now - KEPT_DAYS * DAY_MS} limit ${most})`.execute(tx);
  return Number(numAffectedRows ?? 0n);
};

/** Bytes that are removed. */
export async function forget(store: Store, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await store.write(async (tx) => {
    await tx.deleteFrom('orphans').where('object_name', 'in', listOf(tx, names)).execute();
  });
}
