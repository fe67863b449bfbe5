import { sql } from 'kysely';
import { dialectOf } from '../../store/dialect-of.js';
import { deleteRows, type Purge } from '../../store/purge.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';

// Over all accounts, as time passes for all of them alike.

/** Removes claims whose time has passed, with their history; their documents have the same time, and go with artifacts. */
export const purgeClaims: Purge = (tx, now, most) => deleteRows(most, (rows) => removeSome(tx, now, rows));

async function removeSome(tx: Transaction, now: number, most: number): Promise<number> {
  const lock = dialectOf(tx) === 'postgres' ? sql`for update skip locked` : sql``;
  const { rows } = await sql<{ readonly id: string }>`select id from claims
    where expires_at is not null and expires_at <= ${now} order by expires_at limit ${most} ${lock}`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await sql`delete from claim_history where claim_id in ${listOf(tx, ids)}`.execute(tx);
  await sql`delete from claims where id in ${listOf(tx, ids)}`.execute(tx);
  return ids.length;
}
