import { type SqlBool, sql } from 'kysely';
import { isoTime } from '../../clock.js';
import type { AccountQueries } from '../../store/account-queries.js';

/** A file that was not delivered, or that came in and could not be taken, for a person. */
export interface FailedExecution {
  readonly id: string;
  readonly direction: string;
  readonly partnershipId: string;
  /** ISO 8601, UTC. */
  readonly failedAt: string;
  /** What happened, and what to do. */
  readonly fault: string;
}

/** A file that waited for longer than this before it failed is not looked for: the index has the time at which files were made. */
const LONGEST_WAIT_MS = 30 * 86_400_000;

/** Files that have failed after an instant, those made last first; a list, as there may be many that failed before. @param since milliseconds since 1970. */
export async function failedSince(
  queries: AccountQueries,
  since: number,
  most: number,
): Promise<readonly FailedExecution[]> {
  const rows = await queries
    .from('executions')
    .select(['id', 'direction', 'partnership_id', 'updated_at', 'fault_message'])
    .where('status', '=', 'FAILED')
    // The words of the index.
    .where(sql<SqlBool>`status <> 'COMPLETED'`)
    .where('created_at', '>', since - LONGEST_WAIT_MS)
    .where('updated_at', '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ id, direction, partnership_id, updated_at, fault_message }) => ({
    id,
    direction,
    partnershipId: partnership_id ?? '',
    failedAt: isoTime(Number(updated_at)),
    fault: fault_message ?? '',
  }));
}
