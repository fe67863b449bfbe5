import { sql } from 'kysely';
import { DAY_MS, type Purge } from '../../store/purge.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';
import { isExecution } from '../executions/expired.js';

/** Days in which a file that comes again is known, and an interchange by its number: no partnership looks further back. */
const KNOWN_DAYS = 366;

/** Removes what was written down of files that came in long ago, of all accounts. */
export const purgeArrivals: Purge = async (tx, now, most) => {
  const { rows } = await sql`delete from arrivals where (account_id, connection_id, payload_id) in (
    select account_id, connection_id, payload_id from arrivals where created_at < ${now - KNOWN_DAYS * DAY_MS}
    order by created_at limit ${most}) returning 1 as gone`.execute(tx);
  return rows.length;
};

/**
 * What waits of files that are removed waits no more: there is nothing that could be processed. Without the account, as its index would be
 * taken in place of that of the files.
 * @returns how many there were.
 */
export async function expireWaiting(tx: Transaction, executionIds: readonly string[], at: number): Promise<number> {
  const { numAffectedRows } = await sql`update received_interchanges set state = 'expired', updated_at = ${at}
    where execution_id in ${listOf(tx, executionIds)} and state in ('quarantined', 'held')`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** When an interchange may go: with its file, and while its number is known no sooner; `null`: never, as its file. */
export function interchangeExpiry(fileExpiresAt: number | null, at: number): number | null {
  return fileExpiresAt === null ? null : Math.max(Number(fileExpiresAt), at + KNOWN_DAYS * DAY_MS);
}

/** Removes interchanges whose time has passed, of all accounts; of a file that is there, as it is still being delivered, they are, too. */
export const purgeInterchanges: Purge = async (tx, now, most) => {
  const { rows } = await sql`delete from received_interchanges where id in (
    select r.id from received_interchanges as r where r.expires_at is not null and r.expires_at <= ${now}
      and not ${isExecution(sql<string>`r.execution_id`)}
    order by r.expires_at limit ${most}) returning 1 as gone`.execute(tx);
  return rows.length;
};
