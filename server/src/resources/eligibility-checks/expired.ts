import { sql } from 'kysely';
import { skipLocked } from '../../store/lock-row.js';
import { deleteRows, type Purge } from '../../store/purge.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';

// Over all accounts, as time passes for all of them alike.

/** Removes checks whose time has passed; their documents have the same time, and go with artifacts. */
export const purgeChecks: Purge = (tx, now, most) => deleteRows(most, (rows) => removeSome(tx, now, rows));

async function removeSome(tx: Transaction, now: number, most: number): Promise<number> {
  const { rows } = await sql<{ readonly id: string }>`select id from eligibility_checks
    where expires_at is not null and expires_at <= ${now} order by expires_at limit ${most} ${skipLocked(tx)}`.execute(
    tx,
  );
  const ids = rows.map(({ id }) => id);
  await sql`delete from eligibility_check_errors where check_id in ${listOf(tx, ids)}`.execute(tx);
  await sql`delete from eligibility_checks where id in ${listOf(tx, ids)}`.execute(tx);
  return ids.length;
}

/**
 * Marks checks as UNKNOWN whose process has died while they were under way, as the time of each has passed: nobody knows what was sent,
 * and nothing is sent again.
 * @returns how many there were.
 */
export async function giveUpChecks(tx: Transaction, now: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`update eligibility_checks set status = 'UNKNOWN'
    where status = 'PENDING' and owned_until <= ${now}`.execute(tx);
  return Number(numAffectedRows);
}

/** The same of all that this store has under way, at the start of the only process that uses it. */
export async function giveUpAllChecks(tx: Transaction): Promise<number> {
  return giveUpChecks(tx, Number.MAX_SAFE_INTEGER);
}
