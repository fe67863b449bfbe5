import { sql } from 'kysely';
import { dialectOf } from '../store/dialect-of.js';
import { prepared } from '../store/prepared.js';
import type { Transaction } from '../store/store.js';
import { listOf } from '../store/value-list.js';
import { type JobRow, type LeasedJob, leasedJob } from './job-rows.js';
import { parkJobs } from './lanes.js';

/** Who takes jobs, and for how long. */
export interface Taker {
  readonly owner: string;
  readonly now: number;
  readonly leaseUntil: number;
}

/** How many jobs are wanted of a queue. */
export interface Wanted {
  readonly queue: string;
  readonly most: number;
}

interface DueRow extends JobRow {
  /** The job of the same lane for whose end this one waits. */
  readonly blocker: string | null;
}

interface DueQuery {
  readonly queue: string;
  readonly now: number;
  readonly limit: number;
}

/** Rows read at once of a queue most of whose jobs stand behind others of their lanes, and how often. */
const PAGE = 100;
const MAX_PAGES = 5;

/**
 * Takes jobs that are due: each is leased to the owner, as its next attempt. Those that wait for another of their lane are parked on
 * the way: however many stand behind one, each is looked at once until it is their turn.
 * @returns `more`: a queue may have others that are due.
 * @throws what `isDuplicate` knows, where another process took a job of the same lane in the same moment; then try again.
 */
export async function takeJobs(
  tx: Transaction,
  taker: Taker,
  wanted: readonly Wanted[],
): Promise<{ readonly jobs: readonly LeasedJob[]; readonly more: boolean }> {
  const found = await Promise.all(wanted.map((one) => takeFrom(tx, taker, one)));
  const free = found.flatMap((one) => one.free);
  if (free.length > 0) {
    const ids = free.map(({ id }) => id);
    await sql`update jobs set state = 'running', owner = ${taker.owner}, lease = lease + 1, attempt = attempt + 1,
      lease_until = ${taker.leaseUntil}, updated_at = ${taker.now} where id in ${listOf(tx, ids)}`.execute(tx);
  }
  return { jobs: free.map(leasedJob), more: found.some(({ more }) => more) };
}

/** Jobs of a queue that can run, and parks those on the way that cannot. */
async function takeFrom(
  tx: Transaction,
  { now }: Taker,
  { queue, most }: Wanted,
): Promise<{ readonly free: readonly DueRow[]; readonly more: boolean }> {
  const free = new Map<string, DueRow>();
  for (let page = 0; page < MAX_PAGES; page++) {
    const limit = page === 0 ? most : PAGE;
    const { rows } = await dueJobs(tx, { queue, now, limit });
    const blocked = rows.flatMap(({ id, blocker }) => (blocker === null ? [] : { id, blocker }));
    for (const row of rows) if (row.blocker === null && free.size < most) free.set(row.id, row);
    if (blocked.length > 0) await parkJobs(tx, blocked, now);
    // Behind those that were parked there may be others that can run; without any, they would be met again.
    if (rows.length < limit) return { free: [...free.values()], more: false };
    if (free.size >= most || blocked.length === 0) break;
  }
  return { free: [...free.values()], more: true };
}

/** The words of the indexes stand in it as they stand there, so that both databases see that they fit. */
export const dueQuery = (tx: Transaction, { queue, now, limit }: DueQuery) => {
  const lock = dialectOf(tx) === 'postgres' ? sql`for update of job skip locked` : sql``;
  return sql<DueRow>`select job.id, job.account_id, job.kind, job.queue, job.lane, job.attempt, job.lease, job.takeovers,
    job.payload, job.created_at,
    case when job.lane is null then null else coalesce(
      (select other.id from jobs as other
        where other.lane = job.lane and other.lane is not null and other.state = 'running'),
      nullif((select other.id from jobs as other
        where other.lane = job.lane and other.lane is not null and other.state <> 'failed'
        order by other.order_at, other.id limit 1), job.id)) end as blocker
    from jobs as job where job.state = 'waiting' and job.queue = ${queue} and job.due_at <= ${now}
    order by job.due_at, job.id limit ${limit} ${lock}`;
};

const dueJobs = prepared(dueQuery);
