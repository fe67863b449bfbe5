import { sql } from 'kysely';
import { dialectOf } from '../store/dialect-of.js';
import type { Transaction } from '../store/store.js';
import { listOf, valueList } from '../store/value-list.js';

/*
 * Jobs of a lane run one at a time. Those that are due and stand behind another are parked, so that no later look meets them; whatever
 * ends in a lane, or is given back, makes its first wait again.
 */

/** A job that is due, and the job of its lane for whose end it has to wait. */
export interface BlockedJob {
  readonly id: string;
  readonly blocker: string;
}

/**
 * Parks jobs. A parked job counts on the end of the one before it. On PostgreSQL that one might be ending at this moment, unseen: only
 * where it can be locked until this commit is the job parked; otherwise the next look does it.
 */
export async function parkJobs(tx: Transaction, jobs: readonly BlockedJob[], now: number): Promise<void> {
  const sure = dialectOf(tx) === 'sqlite' ? jobs : await behindLocked(tx, jobs);
  if (sure.length === 0) return;
  const ids = sure.map(({ id }) => id);
  await sql`update jobs set state = 'parked', updated_at = ${now} where id in ${listOf(tx, ids)}`.execute(tx);
}

async function behindLocked(tx: Transaction, jobs: readonly BlockedJob[]): Promise<readonly BlockedJob[]> {
  const blockers = [...new Set(jobs.map(({ blocker }) => blocker))];
  const { rows } = await sql<{ readonly id: string }>`select id from jobs
    where id in ${listOf(tx, blockers)} and state in ('waiting', 'running')
    for share skip locked`.execute(tx);
  const locked = new Set(rows.map(({ id }) => id));
  return jobs.filter(({ blocker }) => locked.has(blocker));
}

/** After a job of these lanes has ended or was given back: the first of each may be taken. */
export async function openLanes(tx: Transaction, lanes: readonly string[], now: number): Promise<void> {
  if (lanes.length === 0) return;
  await sql`update jobs set state = 'waiting', updated_at = ${now} where state = 'parked' and id in (
    select (select first.id from jobs as first
      where first.lane = list.value and first.lane is not null and first.state <> 'failed'
      order by first.order_at, first.id limit 1)
    from ${valueList(tx, [...new Set(lanes)])})`.execute(tx);
}
