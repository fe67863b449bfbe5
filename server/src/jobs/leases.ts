import { sql } from 'kysely';
import type { Transaction } from '../store/store.js';
import { listOf } from '../store/value-list.js';
import { openLanes } from './lanes.js';

/*
 * A job that is taken (`take-jobs.ts`) is leased: it is its owner's until a time, which the owner puts off while it works. A lease
 * ends with the job (`finish-jobs.ts`), or in one of these ways, and then the job waits again.
 */

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
  const { rows } = await sql<{ readonly id: string; readonly lease: number | string }>`update jobs
    set lease_until = ${leaseUntil} where state = 'running' and owner = ${owner}
    and id in ${listOf(tx, ids)} returning id, lease`.execute(tx);
  return new Map(rows.map(({ id, lease }) => [id, Number(lease)]));
}

/** Jobs whose owner has not renewed in time wait again. @returns how many. */
export function endExpiredLeases(tx: Transaction, now: number): Promise<number> {
  return endLeases(tx, now, sql`lease_until < ${now}`);
}

/**
 * Jobs of all but these owners wait again: for a store that only this process has open, when it starts.
 * @returns how many.
 */
export function endLeasesOfOthers(tx: Transaction, now: number, living: readonly string[]): Promise<number> {
  return endLeases(tx, now, sql`owner not in ${listOf(tx, living)}`);
}

/** What an owner gives back. */
export interface Release {
  readonly owner: string;
  readonly now: number;
  readonly begun: readonly string[];
  readonly unbegun: readonly string[];
}

/** An owner gives back what it has not done. Jobs it never began keep their count of attempts. */
export async function releaseJobs(tx: Transaction, { owner, now, begun, unbegun }: Release): Promise<void> {
  const own = (ids: readonly string[]) => sql`owner = ${owner} and id in ${listOf(tx, ids)}`;
  await endLeases(tx, now, own(begun));
  await endLeases(tx, now, own(unbegun), sql`attempt - 1`);
}

async function endLeases(
  tx: Transaction,
  now: number,
  which: ReturnType<typeof sql>,
  attempt: ReturnType<typeof sql> = sql`attempt`,
): Promise<number> {
  const { rows } = await sql<{ readonly lane: string | null }>`update jobs
    set state = 'waiting', owner = null, lease_until = null, attempt = ${attempt}, updated_at = ${now}
    where state = 'running' and ${which} returning lane`.execute(tx);
  const lanes = rows.flatMap(({ lane }) => lane ?? []);
  await openLanes(tx, lanes, now);
  return rows.length;
}
