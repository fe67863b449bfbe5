import { sql } from 'kysely';
import type { Clock } from '../clock.js';
import type { Store, Transaction } from '../store/store.js';
import { listOf } from '../store/value-list.js';

/*
 * These look over all accounts, as time passes for all of them alike. A few rows each time, so that requests are not held up.
 */

export interface PurgeOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

const ROWS = 500;
const DAY = 86_400_000;

/** Stored answers are kept for a day. @returns how many went. */
export function purgeIdempotency(options: PurgeOptions): Promise<number> {
  const before = options.clock.now() - DAY;
  return inPortions(options, async (tx) => {
    const { rows } = await sql`delete from idempotency where (account_id, key) in (
      select account_id, key from idempotency where created_at <= ${before} limit ${ROWS}) returning 1 as gone`.execute(
      tx,
    );
    return rows.length;
  });
}

/**
 * Executions whose time has passed, with all that belongs to them, and artifacts. The objects of artifacts are left to the sweep.
 * What is still being delivered stays. @returns how many executions and artifacts went.
 */
export async function purgeExpired(options: PurgeOptions): Promise<number> {
  const executions = await inPortions(options, (tx) => removeExecutions(tx, options.clock));
  const now = options.clock.now();
  const artifacts = await inPortions(options, async (tx) => {
    const { rows } = await sql`delete from artifacts where (account_id, id) in (
      select a.account_id, a.id from artifacts as a where a.expires_at is not null and a.expires_at <= ${now}
        and not exists (select 1 from executions as e where e.id = a.owner_id and e.status = 'IN_PROGRESS')
      limit ${ROWS}) returning 1 as gone`.execute(tx);
    return rows.length;
  });
  return executions + artifacts;
}

async function removeExecutions(tx: Transaction, clock: Clock): Promise<number> {
  const { rows } = await sql<{ readonly id: string }>`select id from executions
    where expires_at is not null and expires_at <= ${clock.now()} and status <> 'IN_PROGRESS'
    order by expires_at limit ${ROWS}`.execute(tx);
  if (rows.length === 0) return 0;
  const ids = listOf(
    tx,
    rows.map(({ id }) => id),
  );
  const gone = await sql<{
    readonly id: string;
  }>`delete from transactions where execution_id in ${ids} returning id`.execute(tx);
  const sets = listOf(
    tx,
    gone.rows.map(({ id }) => id),
  );
  await sql`delete from business_identifiers where transaction_id in ${sets}`.execute(tx);
  for (const owners of [ids, sets]) {
    await sql`delete from artifacts where (account_id, id) in (
      select a.account_id, a.id from accounts as o join artifacts as a on a.account_id = o.id and a.owner_id in ${owners})`.execute(
      tx,
    );
  }
  await sql`delete from faults where execution_id in ${ids}`.execute(tx);
  await sql`delete from delivery_reports where execution_id in ${ids}`.execute(tx);
  await sql`delete from executions where id in ${ids}`.execute(tx);
  return rows.length;
}

/** Until a portion is not full. */
async function inPortions(
  { store, signal }: PurgeOptions,
  portion: (tx: Transaction) => Promise<number>,
): Promise<number> {
  let all = 0;
  for (;;) {
    signal?.throwIfAborted();
    const count = await store.write(portion);
    all += count;
    if (count < ROWS) return all;
  }
}
