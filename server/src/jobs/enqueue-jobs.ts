import type { Clock } from '../clock.js';
import type { AccountQueries } from '../store/account-queries.js';
import { insertRows } from '../store/insert-rows.js';
import type { NewJob } from './job.js';
import { jobId } from './job-id.js';

/** Writes jobs down, in the transaction of the caller. */
export async function enqueueJobs(
  queries: AccountQueries,
  clock: Clock,
  jobs: NewJob | readonly NewJob[],
): Promise<void> {
  const list = isList(jobs) ? jobs : [jobs];
  const now = clock.now();
  const rows = list.map(({ kind, lane, dueAt = now, orderAt = now, payload }) => ({
    id: jobId(now),
    kind,
    lane: lane ?? null,
    state: 'waiting' as const,
    due_at: Math.trunc(dueAt),
    order_at: Math.trunc(orderAt),
    attempt: 0,
    owner: null,
    lease: 0,
    lease_until: null,
    payload: JSON.stringify(payload),
    error: null,
    created_at: now,
    updated_at: now,
  }));
  await insertRows(queries, 'jobs', rows);
}

/** `Array.isArray` does not narrow a readonly array. */
function isList(jobs: NewJob | readonly NewJob[]): jobs is readonly NewJob[] {
  return Array.isArray(jobs);
}
