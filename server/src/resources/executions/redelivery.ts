import type { AccountQueries } from '../../store/account-queries.js';
import type { Executions } from '../../store/tables.js';
import { insertExecutions, insertFaults } from './outcomes.js';

/*
 * An execution is delivered again by a child of it, of the same bytes and numbers: FAILED or IGNORED becomes RETRYING when it is asked
 * for, and RETRIED when a job has made the child. Each step is one guarded update, so that of two that come at once one does it.
 */

/** @returns false where there is nothing to deliver again, or another request was first. */
export async function beginRetry(queries: AccountQueries, id: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .update('executions')
    .set({ status: 'RETRYING', updated_at: at })
    .where('id', '=', id)
    .where('status', 'in', ['FAILED', 'IGNORED'])
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

const RETRIED_BEFORE = {
  code: 'PREVIOUSLY_RETRIED',
  message: 'The execution was retried before. Retry the child execution, should that one have failed.',
};

/** To retry an execution a second time is a fault of that execution, and changes nothing else. */
export async function recordRetriedBefore(queries: AccountQueries, ids: readonly string[], at: number): Promise<void> {
  await insertFaults(
    queries,
    ids.map((executionId) => ({ executionId, at, fault: RETRIED_BEFORE })),
  );
  for (const id of ids) {
    await queries
      .update('executions')
      .set((row) => ({ fault_count: row('fault_count', '+', 1), updated_at: at }))
      .where('id', '=', id)
      .execute();
  }
}

/**
 * Makes the child of an execution that is being retried; its transactions and artifacts are for the caller to bring.
 * @returns false where another job has made one.
 */
export async function copyForRedelivery(
  queries: AccountQueries,
  old: Executions,
  childId: string,
  at: number,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .update('executions')
    .set({ status: 'RETRIED', child_id: childId, retryable: 0, updated_at: at })
    .where('id', '=', old.id)
    .where('status', '=', 'RETRYING')
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  const { account_id: _, ...columns } = old;
  await insertExecutions(queries, [
    {
      ...columns,
      id: childId,
      parent_id: old.id,
      child_id: null,
      status: 'IN_PROGRESS',
      fault_count: 0,
      fault_code: null,
      fault_message: null,
      retryable: 0,
      created_at: at,
      updated_at: at,
    },
  ]);
  return true;
}
