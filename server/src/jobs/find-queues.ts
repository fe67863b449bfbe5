import { sql } from 'kysely';
import { prepared } from '../store/prepared.js';
import type { Transaction } from '../store/store.js';

/** Where to look for queues. */
export interface QueueRange {
  /** Queues behind this name ... */
  readonly after: string;
  /** ... and before this one, in the order of their names. */
  readonly to: string;
  readonly most: number;
}

/** A queue in which jobs wait. */
export interface WaitingQueue {
  readonly queue: string;
  /** When the first of them is due. */
  readonly due: number;
}

interface Row {
  readonly queue: string;
  readonly due: number | string;
}

/**
 * Queues in which jobs wait, in the order of their names. From each the index is entered anew behind its name, so that a queue costs
 * the same, however long it is.
 */
export async function findQueues(db: Transaction, range: QueueRange): Promise<readonly WaitingQueue[]> {
  const { rows } = await waitingQueues(db, range);
  return rows.map(({ queue, due }) => ({ queue, due: Number(due) }));
}

/** The words of the index stand in it as they stand there, so that both databases see that it fits. */
export const queuesQuery = (_: Transaction, { after, to, most }: QueueRange) => sql<Row>`
  with recursive found (queue, place) as (
    select min(job.queue), 1 from jobs as job
      where job.state = 'waiting' and job.queue > ${after} and job.queue < ${to}
    union all
    select (select min(job.queue) from jobs as job
        where job.state = 'waiting' and job.queue > found.queue and job.queue < ${to}), found.place + 1
      from found where found.queue is not null and found.place < ${most})
  select found.queue, (select min(job.due_at) from jobs as job
      where job.state = 'waiting' and job.queue = found.queue) as due
    from found where found.queue is not null`;

const waitingQueues = prepared(queuesQuery);
