import { sql } from 'kysely';
import { dialectOf } from '../store/dialect-of.js';
import type { Transaction } from '../store/store.js';
import { listOf } from '../store/value-list.js';
import { type JobRow, type LeasedJob, leasedJob } from './job-rows.js';
import { parkJobs } from './lanes.js';

/** Who takes jobs, and for how long. */
export interface Taker {
  readonly owner: string;
  readonly now: number;
  readonly leaseUntil: number;
  /** Jobs looked at. */
  readonly limit: number;
}

interface DueRow extends JobRow {
  /** The job of the same lane for whose end this one waits. */
  readonly blocker: string | null;
}

/**
 * Takes jobs that are due: each is leased to the owner, as its next attempt. Those that wait for another of their lane are parked on
 * the way: however many stand behind one, each is looked at once until it is their turn.
 * @returns `looked`: how many were due, up to the limit.
 * @throws what `isDuplicate` knows, where another process took a job of the same lane in the same moment; then try again.
 */
export async function takeJobs(
  tx: Transaction,
  taker: Taker,
): Promise<{ readonly jobs: readonly LeasedJob[]; readonly looked: number }> {
  const { rows } = await dueJobs(tx, taker).execute(tx);
  const free = rows.filter(({ blocker }) => blocker === null);
  const blocked = rows.flatMap(({ id, blocker }) => (blocker === null ? [] : { id, blocker }));
  if (free.length > 0) {
    const ids = free.map(({ id }) => id);
    await sql`update jobs set state = 'running', owner = ${taker.owner}, lease = lease + 1, attempt = attempt + 1,
      lease_until = ${taker.leaseUntil}, updated_at = ${taker.now} where id in ${listOf(tx, ids)}`.execute(tx);
  }
  if (blocked.length > 0) await parkJobs(tx, blocked, taker.now);
  return { jobs: free.map(leasedJob), looked: rows.length };
}

/** The words of the indexes stand in it as they stand there, so that both databases see that they fit. */
export function dueJobs(tx: Transaction, { now, limit }: Pick<Taker, 'now' | 'limit'>) {
  const lock = dialectOf(tx) === 'postgres' ? sql`for update of job skip locked` : sql``;
  return sql<DueRow>`select job.id, job.account_id, job.kind, job.lane, job.attempt, job.lease, job.payload, job.created_at,
    case when job.lane is null then null else coalesce(
      (select other.id from jobs as other
        where other.lane = job.lane and other.lane is not null and other.state = 'running'),
      nullif((select other.id from jobs as other
        where other.lane = job.lane and other.lane is not null and other.state <> 'failed'
        order by other.order_at, other.id limit 1), job.id)) end as blocker
    from jobs as job where job.state = 'waiting' and job.due_at <= ${now}
    order by job.due_at, job.id limit ${limit} ${lock}`;
}
