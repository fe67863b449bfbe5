import { beginRetry } from '../../resources/executions/redelivery.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Services } from '../services.js';

/** Of the job that makes the new execution. */
export const REDELIVER = 'redeliver';

/** What is written into the job. */
export interface RedeliverPayload {
  readonly executionId: string;
}

/**
 * Has outbound files delivered again, each once: of failed and ignored ones a job makes a new execution of the same bytes and
 * numbers. Others are left alone.
 * @returns the ids of those that are delivered again.
 */
export async function requestRedelivery(
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  queries: AccountQueries,
  ids: readonly string[],
): Promise<readonly string[]> {
  const at = clock.now();
  const begun: RedeliverPayload[] = [];
  for (const id of ids) if (await beginRetry(queries, id, at)) begun.push({ executionId: id });
  if (begun.length > 0) {
    await jobs.enqueue(
      queries,
      begun.map((payload) => ({ kind: REDELIVER, class: 'local-delivery', payload })),
    );
  }
  return begun.map(({ executionId }) => executionId);
}
