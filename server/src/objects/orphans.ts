import { type RawBuilder, sql } from 'kysely';
import type { AccountQueries } from '../store/account-queries.js';
import { DAY_MS, type Purge } from '../store/purge.js';
import type { Store, Transaction } from '../store/store.js';
import { listOf } from '../store/value-list.js';

/** Rows of one statement. */
const PAGE = 500;

/** Bytes that are given up, by the commit that takes their last name away. */
export interface GivenUp {
  readonly name: string;
  readonly size: number;
}

/**
 * Bytes that an account has given up and that somebody may still read: the sweep removes them in a day, and until then they take room of the
 * account. In the commit that gives them up.
 */
export async function leaveToSweep(
  { tx, accountId }: AccountQueries,
  bytes: readonly GivenUp[],
  now: number,
): Promise<void> {
  for (let from = 0; from < bytes.length; from += PAGE) {
    const rows = bytes.slice(from, from + PAGE).map(({ name, size }) => sql`(${name}, ${now}, ${accountId}, ${size})`);
    await leaveSelected(tx, sql`values ${sql.join(rows)}`);
  }
}

/**
 * The same of many, which the database selects itself.
 * @param selected name, time, account and size of each.
 */
export async function leaveSelected(tx: Transaction, selected: RawBuilder<unknown>): Promise<void> {
  // The sweep may have seen them before their commit, and they were read since: what it wrote down counts no more.
  await sql`insert into orphans (object_name, seen_at, account_id, size) ${selected}
    on conflict (object_name) do update
    set seen_at = excluded.seen_at, account_id = excluded.account_id, size = excluded.size`.execute(tx);
}

/** Those of these names that are written down. */
export async function leftToSweep(db: Transaction, names: readonly string[]): Promise<readonly string[]> {
  const rows = db.selectFrom('orphans').select('object_name').where('object_name', 'in', listOf(db, names));
  return (await rows.execute()).map(({ object_name }) => object_name);
}

/** After a restore: a backup has no bytes that no row names. */
export async function forgetOrphans(tx: Transaction): Promise<void> {
  await tx.deleteFrom('orphans').execute();
}

/** Bytes of an account that wait for the sweep. */
export async function bytesLeft({ tx, accountId }: AccountQueries): Promise<number> {
  const sum = tx.selectFrom('orphans').select((row) => row.fn.sum<number>('size').as('bytes'));
  const left = await sum.where('account_id', '=', accountId).executeTakeFirst();
  return Number(left?.bytes ?? 0);
}

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
    const fresh = unnamed
      .filter((name) => !seen.has(name))
      .map((name) => ({ object_name: name, seen_at: now, account_id: null, size: null }));
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
