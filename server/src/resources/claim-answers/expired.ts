import { sql } from 'kysely';
import { skipLocked } from '../../store/lock-row.js';
import { deleteRows, type Purge } from '../../store/purge.js';
import { listOf } from '../../store/value-list.js';

// Over all accounts, as time passes for all of them alike. What they say is in artifacts that have the same time.

const TABLES = ['unmatched_claim_answers', 'claim_reports', 'claim_answers'] as const;

/** Removes answers of payers whose time has passed, with what was made of them. */
export const purgeClaimAnswers: Purge = async (tx, now, most) => {
  let gone = 0;
  for (const table of TABLES) {
    gone += await deleteRows(most - gone, async (rows) => {
      const { rows: found } = await sql<{ readonly id: string }>`select id from ${sql.table(table)}
        where expires_at is not null and expires_at <= ${now} order by expires_at limit ${rows} ${skipLocked(tx)}`.execute(
        tx,
      );
      const ids = found.map(({ id }) => id);
      await sql`delete from ${sql.table(table)} where id in ${listOf(tx, ids)}`.execute(tx);
      return ids.length;
    });
  }
  return gone;
};
