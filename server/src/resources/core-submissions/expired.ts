import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { BY_ITS_KEY } from '../../store/by-its-key.js';
import { deleteRows, type Purge } from '../../store/purge.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';

/**
 * Removes submissions whose time has passed, over all accounts, with the rows of their results; their files have the same time, and go with
 * artifacts. What is still to be judged stays, with its file, as its sender was told that it was taken; and one whose results are still to come,
 * as they set its time anew.
 */
export const purgeSubmissions: Purge = (tx, now, most) => deleteRows(most, (rows) => removeSome(tx, now, rows));

async function removeSome(tx: Transaction, now: number, most: number): Promise<number> {
  const { rows } = await sql<{ readonly id: string }>`select id from core_submissions
    where expires_at is not null and expires_at <= ${now} and state <> 'RECEIVED'
      and (batch_id is null or results_state is not null)
    order by expires_at limit ${most}`.execute(tx);
  const found = rows.map(({ id }) => id);
  // Asked of the rows that are deleted, too: results may have been written since they were found.
  const deleted = await sql<{ readonly id: string }>`delete from core_submissions where id in ${listOf(tx, found)}
    and expires_at <= ${now} returning id`.execute(tx);
  const ids = deleted.rows.map(({ id }) => id);
  await sql`delete from core_results where submission_id in ${listOf(tx, ids)}`.execute(tx);
  return ids.length;
}

/** Whether an owner of artifacts is a submission that is still to be judged. */
export function isBeingJudged(owner: RawBuilder<string>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from core_submissions as s where s.id = ${owner} and s.state = 'RECEIVED' ${BY_ITS_KEY})`;
}
