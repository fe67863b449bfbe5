import { sql } from 'kysely';
import { deleteRows, type Purge } from '../../store/purge.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';

/** Removes submissions whose time has passed, over all accounts; their files have the same time, and go with artifacts. */
export const purgeSubmissions: Purge = (tx, now, most) => deleteRows(most, (rows) => removeSome(tx, now, rows));

async function removeSome(tx: Transaction, now: number, most: number): Promise<number> {
  const { rows } = await sql<{ readonly id: string }>`select id from core_submissions
    where expires_at is not null and expires_at <= ${now} order by expires_at limit ${most}`.execute(tx);
  const ids = rows.map(({ id }) => id);
  await sql`delete from core_submissions where id in ${listOf(tx, ids)}`.execute(tx);
  return ids.length;
}
