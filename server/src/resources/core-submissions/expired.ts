import { sql } from 'kysely';
import { deleteRows, type Purge } from '../../store/purge.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';

/**
 * Removes submissions whose time has passed, over all accounts, with the rows of their results; their files have the same time, and go with
 * artifacts. One whose results are still to come stays: they set its time anew.
 */
export const purgeSubmissions: Purge = (tx, now, most) => deleteRows(most, (rows) => removeSome(tx, now, rows));

async function removeSome(tx: Transaction, now: number, most: number): Promise<number> {
  const { rows } = await sql<{ readonly id: string }>`select id from core_submissions
    where expires_at is not null and expires_at <= ${now} and (batch_id is null or results_state is not null)
    order by expires_at limit ${most}`.execute(tx);
  const found = rows.map(({ id }) => id);
  // Asked of the rows that are deleted, too: results may have been written since they were found.
  const deleted = await sql<{ readonly id: string }>`delete from core_submissions where id in ${listOf(tx, found)}
    and expires_at <= ${now} returning id`.execute(tx);
  const ids = deleted.rows.map(({ id }) => id);
  await sql`delete from core_results where submission_id in ${listOf(tx, ids)}`.execute(tx);
  return ids.length;
}
