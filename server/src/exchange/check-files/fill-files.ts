import type { DroppedJob } from '../../jobs/failed-jobs.js';
import type { Jobs, NewJob } from '../../jobs/job.js';
import { closeSubmissions, fillSubmissions, findRouteSubmission } from '../../resources/route-submissions/rows.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { submissionIdOf } from './submission-id.js';

/** The job that takes a file of checks to its payer and back. */
export const ROUTE_SUBMISSION = 'route-submission';

/** Checks of a batch that go over one route, as files. */
export interface RouteFile {
  readonly routeId: string;
  readonly mostChecks: number;
  /** In their order. */
  readonly itemIds: readonly string[];
}

interface Filling {
  readonly jobs: Jobs;
  readonly batchId: string;
  readonly now: number;
}

/** Puts checks into the files of their routes; those that are full go on their way. */
export async function fillFiles(
  queries: AccountQueries,
  { jobs, batchId, now }: Filling,
  files: readonly RouteFile[],
): Promise<void> {
  for (const { routeId, mostChecks, itemIds } of files) {
    const full = await fillSubmissions(queries, { batchId, routeId, itemIds, most: mostChecks, now });
    await jobs.enqueue(
      queries,
      full.map((id) => jobOf(id, routeId)),
    );
  }
}

/** All checks of a batch are in files: the last ones go, too. */
export async function closeFiles(queries: AccountQueries, { jobs, batchId, now }: Filling): Promise<void> {
  const closed = await closeSubmissions(queries, batchId, now);
  await jobs.enqueue(
    queries,
    closed.map(({ id, route_id }) => jobOf(id, route_id)),
  );
}

/** A file whose job is dropped has another one, which ends its checks if their time is over. */
export async function putBackFile(jobs: Jobs, queries: AccountQueries, job: DroppedJob): Promise<void> {
  const file = await findRouteSubmission(queries, submissionIdOf(job));
  if (file !== undefined) await jobs.enqueue(queries, jobOf(file.id, file.route_id));
}

function jobOf(submissionId: string, routeId: string): NewJob {
  return { kind: ROUTE_SUBMISSION, class: 'batches', over: routeId, payload: { submissionId } };
}
