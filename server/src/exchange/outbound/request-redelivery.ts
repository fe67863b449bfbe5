import { invalid } from '../../problems.js';
import type { RetriedExecution } from '../../resources/executions/find-retryable.js';
import { beginRetry, recordRetriedBefore } from '../../resources/executions/redelivery.js';
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
 * numbers; a second request for the same one is a fault of it. Others are left alone.
 * @returns the ids of those that are delivered again.
 * @throws Problem `invalid` for inbound ones, which are processed again and not delivered.
 */
export async function requestRedelivery(
  { jobs, clock }: Pick<Services, 'jobs' | 'clock'>,
  queries: AccountQueries,
  executions: readonly RetriedExecution[],
): Promise<readonly string[]> {
  if (executions.some(({ direction }) => direction !== 'OUTBOUND')) {
    throw invalid('Only outbound files are delivered again. Name executions with the direction OUTBOUND.', {
      code: 'NOT_SUPPORTED',
    });
  }
  const at = clock.now();
  const begun: RedeliverPayload[] = [];
  for (const { id } of executions) if (await beginRetry(queries, id, at)) begun.push({ executionId: id });
  if (begun.length > 0) {
    await jobs.enqueue(
      queries,
      begun.map((payload) => ({ kind: REDELIVER, class: 'local-delivery', payload })),
    );
  }
  const again = executions.filter(({ status }) => status === 'RETRYING' || status === 'RETRIED');
  await recordRetriedBefore(
    queries,
    again.map(({ id }) => id),
    at,
  );
  return begun.map(({ executionId }) => executionId);
}
