import type { Jobs } from '../../jobs/job.js';
import type { AccountQueries } from '../../store/account-queries.js';

/** Of the job that reads what has come in. */
export const RECEIVE = 'receive';

/** What is written into the job: all else is in the rows of the execution. */
export interface ReceivePayload {
  readonly executionId: string;
}

/** Promises that files are read, in the transaction that writes their executions down. */
export async function enqueueReceiving(
  jobs: Jobs,
  queries: AccountQueries,
  payloads: readonly ReceivePayload[],
): Promise<void> {
  await jobs.enqueue(
    queries,
    payloads.map((payload) => ({ kind: RECEIVE, class: 'inbound', payload })),
  );
}
