import { isoTime } from '../../clock.js';
import type { AccountQueries } from '../../store/account-queries.js';

/** A file that was not delivered, for a person. */
export interface FailedExecution {
  readonly id: string;
  readonly partnershipId: string;
  /** ISO 8601, UTC. */
  readonly failedAt: string;
  /** What happened, and what to do. */
  readonly fault: string;
}

/** Files that came or were made after an instant and have failed, the newest first. @param since milliseconds since 1970. */
export async function failedSince(
  queries: AccountQueries,
  since: number,
  most: number,
): Promise<readonly FailedExecution[]> {
  const rows = await queries
    .from('executions')
    .select(['id', 'partnership_id', 'updated_at', 'fault_message'])
    .where('status', '=', 'FAILED')
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ id, partnership_id, updated_at, fault_message }) => ({
    id,
    partnershipId: partnership_id ?? '',
    failedAt: isoTime(Number(updated_at)),
    fault: fault_message ?? '',
  }));
}
