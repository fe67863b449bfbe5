import { sql } from 'kysely';
import { type Clock, isoTime } from '../clock.js';
import { notFound } from '../problems.js';
import { AccountQueries } from '../store/account-queries.js';
import { grouped } from '../store/grouped.js';
import type { Purge } from '../store/purge.js';
import type { Store, Transaction } from '../store/store.js';
import { listOf } from '../store/value-list.js';
import type { Job } from './job.js';
import { payloadOf } from './job-rows.js';
import { ownQueue } from './take-over.js';

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

/** Jobs that one transaction retries or deletes: requests wait for it at most so long. */
const PORTION = 500;

/**
 * Has failed jobs done again, with all their attempts before them and in their place in their lane.
 * @returns how many.
 * @throws Problem `not-found` where one is not there or has not failed; then none is changed.
 */
export async function retryFailedJobs(tx: Transaction, clock: Clock, ids: readonly string[]): Promise<number> {
  const retried = await retryWhere(tx, clock.now(), sql`id in ${listOf(tx, ids)}`);
  if (retried < new Set(ids).size) throw notFound('failed job');
  return retried;
}

/** The same for all that have failed until now, portion by portion. @param kind of these alone. @returns how many. */
export async function retryAllFailedJobs(store: Store, clock: Clock, kind?: string): Promise<number> {
  const now = clock.now();
  const ofKind = kind === undefined ? sql`` : sql`and kind = ${kind}`;
  // Those that fail again meanwhile are not met again.
  const portion = sql`id in (select id from jobs where state = 'failed' and updated_at <= ${now} ${ofKind}
    order by updated_at, id limit ${PORTION})`;
  for (let all = 0; ; ) {
    const retried = await store.write((tx) => retryWhere(tx, clock.now(), portion));
    all += retried;
    if (retried < PORTION) return all;
  }
}

/** How long a job that failed is kept for an operator. */
const KEEP_MS = 30 * 86_400_000;

/** A job that nobody retried in time. */
export type DroppedJob = Pick<Job, 'kind' | 'payload'>;

/** Ends, in the transaction that deletes jobs of an account, what was promised with them: whoever waits for it is to see that it never comes. */
export type EndDropped = (queries: AccountQueries, jobs: readonly DroppedJob[]) => Promise<void>;

interface DroppedRow {
  readonly account_id: string;
  readonly kind: string;
  readonly payload: string;
}

/** Deletes jobs that failed too long ago. @returns how many; it is called again while that is `most`. */
export function purgeFailedJobs(endDropped: EndDropped): Purge {
  return async (tx, now, most) => {
    // Over all accounts by its nature: age is all that counts.
    const { rows } = await sql<DroppedRow>`delete from jobs where state = 'failed' and id in (
      select id from jobs where state = 'failed' and updated_at <= ${now - KEEP_MS} order by updated_at, id limit ${most})
      returning account_id, kind, payload`.execute(tx);
    for (const [accountId, dropped] of grouped(rows, ({ account_id }) => account_id)) {
      const jobs = dropped.map(({ kind, payload }) => ({ kind, payload: payloadOf(payload) }));
      await endDropped(new AccountQueries(tx, accountId), jobs);
    }
    return rows.length;
  };
}

async function retryWhere(tx: Transaction, now: number, which: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql`update jobs
    set state = 'waiting', attempt = 0, takeovers = 0, queue = ${ownQueue}, due_at = ${now}, owner = null,
      lease_until = null, error = null, updated_at = ${now}
    where state = 'failed' and ${which} returning id`.execute(tx);
  return rows.length;
}
