import type { Jobs, NewJob } from '../../jobs/job.js';
import { deliveryLanes } from '../../resources/connections/delivery-lanes.js';
import type { AccountQueries } from '../../store/account-queries.js';

export interface NewDelivery {
  readonly executionId: string;
  readonly connectionId: string;
  /** Whether the connection leads to another machine. */
  readonly isRemote: boolean;
  /** The setting's subdirectory, below the connection's outbound directory; `''`: none. */
  readonly directory: string;
  /** File name. */
  readonly name: string;
  /** Of the file. */
  readonly size: number;
  /** How many it has. */
  readonly transactions: number;
  /** Deliveries of one name over one connection are made in this order. */
  readonly acknowledgedAt: number;
}

/** What is written into the job: everything else is in the rows of the execution. */
export interface DeliveryPayload {
  readonly executionId: string;
  /** Of delivery, not of the job: a process that dies does not use one up. Absent: the first. */
  readonly attempt?: number | undefined;
  /** Memory that it takes to deliver the file, about. Absent: of a release that did not say so. */
  readonly bytes?: number | undefined;
}

/** What is read of each transaction to deliver its file, and made of it, about. */
const TRANSACTION_BYTES = 4_096;

/** Of the job that delivers one execution. */
export const DELIVER = 'deliver';

/**
 * Promises the delivery of executions' outputs, in the transaction that writes the executions down. Files of one name over one
 * connection go one at a time, in order: the last acknowledged is the one that stays.
 */
export async function enqueueDeliveries(
  jobs: Jobs,
  queries: AccountQueries,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  await jobs.enqueue(queries, deliveries.map(jobOf));
}

/** Where the job of a delivery belongs: sessions are counted of what leads to other machines. */
export function placeOf({ connectionId, isRemote }: Pick<NewDelivery, 'connectionId' | 'isRemote'>) {
  return isRemote
    ? ({ class: 'remote-delivery', over: connectionId } as const)
    : ({ class: 'local-delivery', over: '' } as const);
}

/** Those of one name over one connection go one at a time. */
export function deliveryLane({
  connectionId,
  directory,
  name,
}: Pick<NewDelivery, 'connectionId' | 'directory' | 'name'>) {
  return `${deliveryLanes(connectionId)}${directory}/${name}`;
}

function jobOf(delivery: NewDelivery): NewJob {
  const { executionId, connectionId, isRemote, directory, name, acknowledgedAt, size, transactions } = delivery;
  const payload: DeliveryPayload = { executionId, bytes: size + transactions * TRANSACTION_BYTES };
  const lane = deliveryLane({ connectionId, directory, name });
  return { kind: DELIVER, ...placeOf({ connectionId, isRemote }), lane, orderAt: acknowledgedAt, payload };
}
