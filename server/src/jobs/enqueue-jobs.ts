import type { Clock } from '../clock.js';
import type { AccountQueries } from '../store/account-queries.js';
import { insertRows } from '../store/insert-rows.js';
import type { NewJob } from './job.js';
import { jobId } from './job-id.js';
import { newJobRow } from './job-rows.js';

/** Writes jobs down, in the transaction of the caller. */
export async function enqueueJobs(
  queries: AccountQueries,
  clock: Clock,
  jobs: NewJob | readonly NewJob[],
): Promise<void> {
  const list = isList(jobs) ? jobs : [jobs];
  const now = clock.now();
  const rows = list.map((job) => newJobRow(job, { id: jobId(now), accountId: queries.accountId, now }));
  await insertRows(queries, 'jobs', rows);
}

/** `Array.isArray` does not narrow a readonly array. */
function isList(jobs: NewJob | readonly NewJob[]): jobs is readonly NewJob[] {
  return Array.isArray(jobs);
}
