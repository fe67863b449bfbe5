import { sql } from 'kysely';
import type { Store, Transaction } from '../store/store.js';
import { valueList } from '../store/value-list.js';
import type { Job } from './job.js';

/** A job that an owner holds until its lease ends. */
export interface HeldJob extends Job {
  readonly lease: number;
}

export interface Claim {
  readonly owner: string;
  readonly now: number;
  readonly leaseUntil: number;
  /** Jobs looked at. */
  readonly limit: number;
}

interface DueRow {
  readonly id: string;
  readonly account_id: string;
  readonly kind: string;
  readonly lane: string | null;
  readonly attempt: number | string;
  readonly lease: number | string;
  readonly payload: string;
  readonly created_at: number | string;
  /** The job of the same lane for whose end this one waits. */
  readonly blocker: string | null;
}

/**
 * Takes jobs that are due. Those that wait for another of their lane are parked on the way, so that no later look meets them: however
 * many stand behind one, each is looked at once until it is their turn.
 * @returns `looked`: how many were due, up to the limit.
 * @throws what `isDuplicate` knows, where another process took a job of the same lane in the same moment; then try again.
 */
export async function claimJobs(
  tx: Transaction,
  dialect: Store['dialect'],
  claim: Claim,
): Promise<{ readonly jobs: readonly HeldJob[]; readonly looked: number }> {
  const { rows } = await dueJobs(dialect, claim).execute(tx);
  const free = rows.filter(({ blocker }) => blocker === null);
  const blocked = rows.filter(({ blocker }) => blocker !== null);
  if (free.length > 0) {
    await sql`update jobs set state = 'running', owner = ${claim.owner}, lease = lease + 1, attempt = attempt + 1,
      lease_until = ${claim.leaseUntil}, updated_at = ${claim.now}
      where id in (select value from ${valueList(dialect, free.map(idOf))})`.execute(tx);
  }
  if (blocked.length > 0) await park(tx, dialect, blocked, claim.now);
  return { jobs: free.map(heldJob), looked: rows.length };
}

/** The words of the indexes stand in it as they stand there, so that both databases see that they fit. */
export function dueJobs(dialect: Store['dialect'], { now, limit }: Pick<Claim, 'now' | 'limit'>) {
  const lock = dialect === 'postgres' ? sql`for update of job skip locked` : sql``;
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

/**
 * A parked job counts on the end of the one before it. On PostgreSQL that one might be ending at this moment, unseen: only where it
 * can be held until this commit is the job parked; otherwise the next look does it.
 */
async function park(tx: Transaction, dialect: Store['dialect'], rows: readonly DueRow[], now: number): Promise<void> {
  const sure = dialect === 'sqlite' ? rows : await behindHeld(tx, rows);
  if (sure.length === 0) return;
  await sql`update jobs set state = 'parked', updated_at = ${now}
    where id in (select value from ${valueList(dialect, sure.map(idOf))})`.execute(tx);
}

async function behindHeld(tx: Transaction, rows: readonly DueRow[]): Promise<readonly DueRow[]> {
  const blockers = [...new Set(rows.flatMap(({ blocker }) => blocker ?? []))];
  const { rows: held } = await sql<{ readonly id: string }>`select id from jobs
    where id in (select value from ${valueList('postgres', blockers)}) and state in ('waiting', 'running')
    for share skip locked`.execute(tx);
  const ids = new Set(held.map(idOf));
  return rows.filter(({ blocker }) => blocker !== null && ids.has(blocker));
}

/** After a job of these lanes has ended or was given back: the first of each may be claimed. */
export async function openLanes(
  tx: Transaction,
  dialect: Store['dialect'],
  lanes: readonly string[],
  now: number,
): Promise<void> {
  if (lanes.length === 0) return;
  await sql`update jobs set state = 'waiting', updated_at = ${now} where state = 'parked' and id in (
    select (select first.id from jobs as first
      where first.lane = list.value and first.lane is not null and first.state <> 'failed'
      order by first.order_at, first.id limit 1)
    from ${valueList(dialect, [...new Set(lanes)])})`.execute(tx);
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

function heldJob(row: DueRow): HeldJob {
  return {
    id: row.id,
    accountId: row.account_id,
    kind: row.kind,
    lane: row.lane ?? undefined,
    attempt: Number(row.attempt) + 1,
    lease: Number(row.lease) + 1,
    payload: JSON.parse(row.payload),
    createdAt: Number(row.created_at),
  };
}
