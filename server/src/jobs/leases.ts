import { sql } from 'kysely';
import { dialectOf } from '../store/dialect-of.js';
import type { Transaction } from '../store/store.js';
import { listOf } from '../store/value-list.js';
import { openLanes } from './lanes.js';

/*
 * A job that is taken (`take-jobs.ts`) is leased: it is its owner's until a time, which the owner puts off while it works. A lease
 * ends with the job (`finish-jobs.ts`), is given back here, or runs out (`take-over.ts`); then the job waits again.
 */

/**
 * Locks those of some jobs that an owner still leases, in the order of ids, as everywhere: so two who write several jobs never wait for each
 * other in a circle, which the database finds out only after a second, and all that time both keep connections from everybody else.
 * @returns the numbers of their leases, by job.
 */
export async function lockLeases(
  tx: Transaction,
  owner: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const lock = dialectOf(tx) === 'postgres' ? sql`order by id for update` : sql``;
  const { rows } = await sql<{ readonly id: string; readonly lease: number | string }>`select id, lease from jobs
    where id in ${listOf(tx, ids)} and owner = ${owner} and state = 'running' ${lock}`.execute(tx);
  return new Map(rows.map(({ id, lease }) => [id, Number(lease)]));
}

/**
 * Makes the leases of jobs longer that an owner works on. Not those of all that stand under its name: where a write came through and
 * its answer did not, it does not know of a job, and where the end of one could not be written, it has let go of it; these are to
 * come to their lease's end.
 * @returns the lease numbers of the jobs it still leases, by job.
 */
export async function renewLeases(
  tx: Transaction,
  { owner, ids, leaseUntil }: { readonly owner: string; readonly ids: readonly string[]; readonly leaseUntil: number },
): Promise<ReadonlyMap<string, number>> {
  const leases = await lockLeases(tx, owner, ids);
  const kept = [...leases.keys()];
  if (kept.length > 0)
    await sql`update jobs set lease_until = ${leaseUntil} where id in ${listOf(tx, kept)}`.execute(tx);
  return leases;
}

/** An owner gives back what it has not done to its end: that was no attempt. */
export async function releaseJobs(
  tx: Transaction,
  { owner, now, ids }: { readonly owner: string; readonly now: number; readonly ids: readonly string[] },
): Promise<void> {
  await lockLeases(tx, owner, ids);
  const { rows } = await sql<{ readonly lane: string | null }>`update jobs
    set state = 'waiting', owner = null, lease_until = null, attempt = attempt - 1, updated_at = ${now}
    where state = 'running' and owner = ${owner} and id in ${listOf(tx, ids)} returning lane`.execute(tx);
  await openLanes(
    tx,
    rows.flatMap(({ lane }) => lane ?? []),
    now,
  );
}
