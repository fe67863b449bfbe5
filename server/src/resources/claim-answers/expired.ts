import { type SqlBool, sql } from 'kysely';
import { afterCommit } from '../../store/after-commit.js';
import type { UnmatchedClaimAnswers } from '../../store/claim-answer-tables.js';
import { skipLocked } from '../../store/lock-row.js';
import { deleteRows, type Purge } from '../../store/purge.js';
import { listOf } from '../../store/value-list.js';

// Over all accounts, as time passes for all of them alike. What they say is in artifacts that have the same time.

const TABLES = ['claim_reports', 'claim_answers'] as const;

/** Whether a row may go: an answer whose job is still to apply it, or waits as failed, is listed when that is dropped, and not lost before. */
const MAY_GO = {
  claim_reports: sql<SqlBool>`true`,
  claim_answers: sql<SqlBool>`state <> 'WAITING'`,
} as const;

/** Removes answers of payers whose time has passed, with what was made of them. */
export const purgeClaimAnswers: Purge = async (tx, now, most) => {
  let gone = 0;
  for (const table of TABLES) {
    gone += await deleteRows(most - gone, async (rows) => {
      const { rows: found } = await sql<{ readonly id: string }>`select id from ${sql.table(table)}
        where expires_at is not null and expires_at <= ${now} and ${MAY_GO[table]} order by expires_at limit ${rows} ${skipLocked(tx)}`.execute(
        tx,
      );
      const ids = found.map(({ id }) => id);
      await sql`delete from ${sql.table(table)} where id in ${listOf(tx, ids)}`.execute(tx);
      return ids.length;
    });
  }
  return gone;
};

/**
 * Removes statements that fit no claim, whose time has passed.
 * @param undecided is told, once they are gone, how many nobody had decided of: no claim was ever moved by them.
 */
export function purgeUnmatched(undecided: (count: number) => void): Purge {
  return async (tx, now, most) => {
    let open = 0;
    const gone = await deleteRows(most, async (rows) => {
      const { rows: found } = await sql<Pick<UnmatchedClaimAnswers, 'id' | 'resolved_at'>>`select id, resolved_at
        from unmatched_claim_answers where expires_at is not null and expires_at <= ${now}
        order by expires_at limit ${rows} ${skipLocked(tx)}`.execute(tx);
      const ids = found.map(({ id }) => id);
      await sql`delete from unmatched_claim_answers where id in ${listOf(tx, ids)}`.execute(tx);
      open += found.filter(({ resolved_at }) => resolved_at === null).length;
      return ids.length;
    });
    if (open > 0) afterCommit(tx, () => undecided(open));
    return gone;
  };
}
