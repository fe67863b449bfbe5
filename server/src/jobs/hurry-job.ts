import { type SqlBool, sql } from 'kysely';
import type { AccountQueries } from '../store/account-queries.js';
import { payloadOf } from './job-rows.js';

export interface HurriedJob {
  /** ASCII. */
  readonly lane: string;
  readonly kind: string;
  readonly isIt: (payload: unknown) => boolean;
  readonly now: number;
}

/**
 * Has a job of a lane be due now that waits for its time: what it waits for has come.
 * @returns `running`: it is under way, and may have looked before that came; `none`: there is no such job, or it was given up.
 */
export async function hurryJob(
  queries: AccountQueries,
  { lane, kind, isIt, now }: HurriedJob,
): Promise<'hurried' | 'running' | 'none'> {
  const rows = await queries
    .from('jobs')
    .select(['id', 'state', 'payload'])
    .where('lane', '=', lane)
    .where('kind', '=', kind)
    // The words of the index.
    .where(sql<SqlBool>`state <> 'failed'`)
    .execute();
  const job = rows.find(({ payload }) => isIt(payloadOf(payload)));
  if (job === undefined) return 'none';
  if (job.state === 'running') return 'running';
  // Taken meanwhile, it looks for itself. One that is parked is due as soon as its lane is free.
  const { numUpdatedRows } = await queries
    .update('jobs')
    .set({ due_at: now })
    .where('id', '=', job.id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n || job.state === 'parked' ? 'hurried' : 'running';
}
