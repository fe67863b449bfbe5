import { sql } from 'kysely';
import { type Clock, isoTime } from '../clock.js';
import { notFound } from '../problems.js';
import type { Store, Transaction } from '../store/store.js';
import { listOf } from '../store/value-list.js';

/** A job that was given up after its last attempt, as an operator sees it. */
export interface FailedJob {
  readonly id: string;
  readonly accountId: string;
  readonly kind: string;
  readonly attempts: number;
  readonly failedAt: string;
  /** Without any value of a payload. */
  readonly error: string;
}

interface Row {
  readonly id: string;
  readonly account_id: string;
  readonly kind: string;
  readonly attempt: number | string;
  readonly updated_at: number | string;
  readonly error: string | null;
}

/** The newest of all accounts, up to a limit. */
export async function listFailedJobs(store: Store, limit: number): Promise<readonly FailedJob[]> {
  const { rows } = await store.read((db) =>
    sql<Row>`select id, account_id, kind, attempt, updated_at, error from jobs where state = 'failed'
      order by updated_at desc, id desc limit ${limit}`.execute(db),
  );
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    kind: row.kind,
    attempts: Number(row.attempt),
    failedAt: isoTime(Number(row.updated_at)),
    error: row.error ?? '',
  }));
}

/**
 * Has failed jobs done again, with all their attempts before them and in their place in their lane.
 * @param ids `undefined`: all of them.
 * @returns how many.
 * @throws Problem `not-found` where one is not there or has not failed; then none is changed.
 */
export async function retryFailedJobs(tx: Transaction, clock: Clock, ids?: readonly string[]): Promise<number> {
  const now = clock.now();
  const wanted = ids === undefined ? sql`` : sql`and id in ${listOf(tx, ids)}`;
  const { rows } = await sql`update jobs
    set state = 'waiting', attempt = 0, due_at = ${now}, owner = null, lease_until = null, error = null, updated_at = ${now}
    where state = 'failed' ${wanted} returning id`.execute(tx);
  if (ids !== undefined && rows.length < new Set(ids).size) throw notFound('failed job');
  return rows.length;
}
