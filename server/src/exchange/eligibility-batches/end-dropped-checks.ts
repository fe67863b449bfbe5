import type { DroppedJob } from '../../jobs/failed-jobs.js';
import type { EndedItem } from '../../resources/eligibility-batches/attempts.js';
import { findItem } from '../../resources/eligibility-batches/rows.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { putBackFile, ROUTE_SUBMISSION } from '../check-files/fill-files.js';
import type { Services } from '../services.js';
import { writeAttempts } from './noted-attempts.js';
import { BATCH_CHECK, letEnd, START_BATCH } from './start-job.js';
import { noAnswer } from './without-answer.js';

/**
 * Ends checks of batches whose jobs are dropped: their batches would be under way for ever. Checks end with their jobs; starts and files, which may
 * have very many checks, are ended by jobs of their own.
 */
export async function endDroppedChecks(
  { clock, jobs: queue }: Pick<Services, 'clock' | 'jobs'>,
  queries: AccountQueries,
  jobs: readonly DroppedJob[],
): Promise<void> {
  const ended: EndedItem[] = [];
  for (const job of jobs) {
    if (job.kind === START_BATCH) await letEnd(queue, queries, job);
    if (job.kind === ROUTE_SUBMISSION) await putBackFile(queue, queries, job);
    if (job.kind !== BATCH_CHECK) continue;
    // Written by the job that lets a batch go.
    const { itemId } = job.payload as { readonly itemId: string };
    const found = await findItem(queries, itemId);
    if (found !== undefined) ended.push(noAnswer(found.item, clock.now()));
  }
  await writeAttempts(queue, queries, ended);
}
