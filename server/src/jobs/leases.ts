import { sql } from 'kysely';
import type { Store, Transaction } from '../store/store.js';
import { valueList } from '../store/value-list.js';
import { openLanes } from './claim-jobs.js';

/**
 * Makes the leases of jobs longer that an owner works on. Not those of all that stand under its name: where a write came through and
 * its answer did not, it does not know of a job, and where the end of one could not be written, it has let go of it; these are to
 * come to their lease's end.
 * @returns the lease numbers of the jobs it still holds, by job.
 */
export async function renewLeases(
  tx: Transaction,
  dialect: Store['dialect'],
  { owner, ids, leaseUntil }: { readonly owner: string; readonly ids: readonly string[]; readonly leaseUntil: number },
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ readonly id: string; readonly lease: number | string }>`update jobs
    set lease_until = ${leaseUntil} where state = 'running' and owner = ${owner}
    and id in (select value from ${valueList(dialect, ids)}) returning id, lease`.execute(tx);
  return new Map(rows.map(({ id, lease }) => [id, Number(lease)]));
}

/** Jobs whose owner has not renewed in time wait again. @returns how many. */
export function takeExpired(tx: Transaction, dialect: Store['dialect'], now: number): Promise<number> {
  return giveBack(tx, dialect, now, sql`lease_until < ${now}`);
}

/** Jobs of all but these owners wait again: for a store that only this process has open, when it starts. */
export function takeFromOthers(
  tx: Transaction,
  dialect: Store['dialect'],
  now: number,
  living: readonly string[],
): Promise<number> {
  return giveBack(tx, dialect, now, sql`owner not in (select value from ${valueList(dialect, living)})`);
}

/** An owner lets go of what it has not done. Jobs it never began keep their count of attempts. */
export async function releaseJobs(
  tx: Transaction,
  dialect: Store['dialect'],
  { owner, now, begun, unbegun }: Release,
): Promise<void> {
  const held = (ids: readonly string[]) =>
    sql`owner = ${owner} and id in (select value from ${valueList(dialect, ids)})`;
  await giveBack(tx, dialect, now, held(begun));
  await giveBack(tx, dialect, now, held(unbegun), sql`attempt - 1`);
}

export interface Release {
  readonly owner: string;
  readonly now: number;
  readonly begun: readonly string[];
  readonly unbegun: readonly string[];
}

async function giveBack(
  tx: Transaction,
  dialect: Store['dialect'],
  now: number,
  which: ReturnType<typeof sql>,
  attempt: ReturnType<typeof sql> = sql`attempt`,
): Promise<number> {
  const { rows } = await sql<{ readonly lane: string | null }>`update jobs
    set state = 'waiting', owner = null, lease_until = null, attempt = ${attempt}, updated_at = ${now}
    where state = 'running' and ${which} returning lane`.execute(tx);
  await openLanes(
    tx,
    dialect,
    rows.flatMap(({ lane }) => lane ?? []),
    now,
  );
  return rows.length;
}
