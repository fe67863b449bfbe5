import type { DroppedJob } from '../../jobs/failed-jobs.js';
import type { Jobs } from '../../jobs/job.js';
import { submissionsOfBatches } from '../../resources/core-submissions/rows.js';
import type { AccountQueries } from '../../store/account-queries.js';

/** The job that writes the results of a file of 270s whose checks are over. */
export const WRITE_RESULTS = 'write-core-results';

/** Has results written of those of these batches that came as files, in the commit that ends them. */
export async function enqueueResults(jobs: Jobs, queries: AccountQueries, batchIds: readonly string[]): Promise<void> {
  if (batchIds.length === 0) return;
  const submissionIds = await submissionsOfBatches(queries, batchIds);
  await jobs.enqueue(
    queries,
    submissionIds.map((submissionId) => ({ kind: WRITE_RESULTS, class: 'batches', payload: { submissionId } })),
  );
}

/** Results whose job is dropped have another one: their submission is kept until they are there, or are known never to be. */
export function putBackResults(jobs: Jobs, queries: AccountQueries, { payload }: DroppedJob): Promise<void> {
  return jobs.enqueue(queries, { kind: WRITE_RESULTS, class: 'batches', payload });
}
