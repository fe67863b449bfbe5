import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { BY_ITS_KEY } from '../../store/by-its-key.js';
import { skipLocked } from '../../store/lock-row.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';

// Over all accounts, as retention is: time passes for all of them alike. What is still being delivered stays, or is promised to be once more.

const AWAITED = sql.raw("('STARTED', 'IN_PROGRESS', 'RETRYING')");

/** Executions whose time has passed, longest first, by their accounts; locked, and without those that somebody changes at this moment. */
export async function expiredExecutions(
  tx: Transaction,
  now: number,
  most: number,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ readonly account_id: string; readonly id: string }>`select account_id, id from executions
    where expires_at is not null and expires_at <= ${now} and status not in ${AWAITED}
    order by expires_at limit ${most} ${skipLocked(tx)}`.execute(tx);
  const byAccount = new Map<string, string[]>();
  for (const { account_id, id } of rows) {
    const ids = byAccount.get(account_id);
    if (ids === undefined) byAccount.set(account_id, [id]);
    else ids.push(id);
  }
  return byAccount;
}

/**
 * Removes executions with their faults and delivery reports; transactions and artifacts are removed by their owners.
 * @returns the ids of the faults.
 */
export async function removeExecutions(tx: Transaction, ids: readonly string[]): Promise<readonly string[]> {
  const listed = listOf(tx, ids);
  const { rows } = await sql<{ readonly id: string }>`delete from faults where execution_id in ${listed}
    returning id`.execute(tx);
  await sql`delete from delivery_reports where execution_id in ${listed}`.execute(tx);
  await sql`delete from executions where id in ${listed}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Whether an owner of artifacts is an execution that is still being delivered: its file is not removed before. */
export function isBeingDelivered(owner: RawBuilder<string>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from executions as e where e.id = ${owner} and e.status in ${AWAITED} ${BY_ITS_KEY})`;
}

/** Whether an id is of an execution whose file came in and is still to be read. */
export function isBeingRead(id: RawBuilder<string>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from executions as e where e.id = ${id} and e.status in ('STARTED', 'IN_PROGRESS'))`;
}

/** Whether an id is of an execution that is there. */
export function isExecution(id: RawBuilder<string>): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from executions as known where known.id = ${id})`;
}
