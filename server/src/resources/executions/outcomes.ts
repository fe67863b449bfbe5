import { uuid } from '../../ids.js';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import { insertRows } from '../../store/insert-rows.js';
import { listOf } from '../../store/value-list.js';
import { faultDetailColumn } from './columns.js';

// What becomes of an execution: it is written down, its file is delivered, or it fails.

/** Writes new executions down. */
export function insertExecutions(queries: AccountQueries, rows: readonly OwnRow<'executions'>[]): Promise<void> {
  return insertRows(queries, 'executions', rows);
}

/** Writes down what became of attempts to deliver. */
export function insertDeliveryReports(
  queries: AccountQueries,
  reports: readonly OwnRow<'delivery_reports'>[],
): Promise<void> {
  return insertRows(queries, 'delivery_reports', reports);
}

/** Marks executions whose files were delivered, at least one. */
export async function completeExecutions(queries: AccountQueries, ids: readonly string[], at: number): Promise<void> {
  await queries
    .update('executions')
    .set({ status: 'COMPLETED', retryable: 0, updated_at: at })
    .where('id', 'in', listOf(queries.tx, ids))
    .execute();
}

/** The end of an execution whose file was not delivered. */
export interface Failure {
  readonly executionId: string;
  readonly at: number;
  readonly fault: { readonly code: string; readonly message: string };
}

/** Marks executions as failed, which can be retried by hand, and writes down why. */
export async function failExecutions(queries: AccountQueries, failures: readonly Failure[]): Promise<void> {
  for (const { executionId, at, fault } of failures) {
    await queries
      .update('executions')
      .set((row) => ({
        status: 'FAILED',
        fault_code: fault.code,
        fault_message: fault.message,
        fault_count: row('fault_count', '+', 1),
        retryable: 1,
        updated_at: at,
      }))
      .where('id', '=', executionId)
      .execute();
  }
  await insertFaults(queries, failures);
}

/** Writes faults down; what counts them in their executions goes with it. */
export function insertFaults(queries: AccountQueries, failures: readonly Failure[]): Promise<void> {
  return insertRows(
    queries,
    'faults',
    failures.map(({ executionId, at, fault }) => ({
      id: uuid(),
      execution_id: executionId,
      code: fault.code,
      message: fault.message,
      detail: faultDetailColumn({}),
      created_at: at,
    })),
  );
}
