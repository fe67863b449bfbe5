import type { Jobs } from '../../jobs/job.js';
import type { AccountQueries } from '../../store/account-queries.js';

export interface NewDelivery {
  readonly executionId: string;
  readonly connectionId: string;
  /** The setting's subdirectory, below the connection's outbound directory; `''`: none. */
  readonly directory: string;
  /** File name. */
  readonly name: string;
  /** Deliveries of one name over one connection are made in this order. */
  readonly acknowledgedAt: number;
}

/** What is written into the job: everything else is in the rows of the execution. */
export interface DeliveryPayload {
  readonly executionId: string;
  /** Of delivery, not of the job: a process that dies does not use one up. Absent: the first. */
  readonly attempt?: number | undefined;
}

/**
 * Promises the delivery of an execution's output, in the transaction that writes the execution down. Files of one name over one
 * connection go one at a time, in order: the last acknowledged is the one that stays.
 */
export async function enqueueDelivery(jobs: Jobs, queries: AccountQueries, delivery: NewDelivery): Promise<void> {
  const { executionId, connectionId, directory, name, acknowledgedAt } = delivery;
  const payload: DeliveryPayload = { executionId };
  await jobs.enqueue(queries, {
    kind: 'deliver',
    lane: `deliver:${connectionId}:${directory}/${name}`,
    orderAt: acknowledgedAt,
    payload,
  });
}
