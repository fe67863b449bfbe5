import { type SqlBool, sql } from 'kysely';
import { uuid } from '../../ids.js';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import { insertRows } from '../../store/insert-rows.js';
import type { Executions } from '../../store/tables.js';
import { listOf } from '../../store/value-list.js';
import { type FaultDetail, faultDetailColumn } from './columns.js';

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

/** Marks executions whose files were delivered, at least one. Of one that is delivered by its child by now, the child says what becomes of it. */
export async function completeExecutions(queries: AccountQueries, ids: readonly string[], at: number): Promise<void> {
  await queries
    .update('executions')
    .set({ status: 'COMPLETED', retryable: 0, updated_at: at })
    .where('id', 'in', listOf(queries.tx, ids))
    .where('status', '<>', 'RETRIED')
    .execute();
}

/** The end of an execution whose file was not delivered. */
export interface Failure {
  readonly executionId: string;
  readonly at: number;
  readonly fault: NewFault;
}

/** What is wrong, and what to do about it; without any value of a file. */
export interface NewFault {
  readonly code: string;
  readonly message: string;
  readonly detail?: FaultDetail | undefined;
}

/**
 * Marks executions as failed, which can be retried by hand, and writes down why. One that was retried while its last attempt was under way
 * stays as it is: failed once more, it would get a second child.
 * @returns those that were marked.
 */
export async function failExecutions<One extends Failure>(
  queries: AccountQueries,
  failures: readonly One[],
): Promise<readonly One[]> {
  const failed: One[] = [];
  for (const failure of failures) {
    const { executionId, at, fault } = failure;
    const { numUpdatedRows } = await queries
      .update('executions')
      .set((row) => ({ ...columnsOf(fault), fault_count: row('fault_count', '+', 1), updated_at: at }))
      .where('id', '=', executionId)
      .where('status', 'not in', ['RETRYING', 'RETRIED'])
      .executeTakeFirst();
    if (numUpdatedRows > 0n) failed.push(failure);
  }
  await insertFaults(queries, failed);
  return failed;
}

/**
 * Marks executions as failed whose deliveries nobody makes any more, of any state in which one is still waited for.
 * @returns those that were marked.
 */
export async function failDropped(
  queries: AccountQueries,
  ids: readonly string[],
  { at, fault }: Omit<Failure, 'executionId'>,
): Promise<readonly Pick<Executions, 'id' | 'key_mode'>[]> {
  const failed = await queries
    .update('executions')
    .set((row) => ({ ...columnsOf(fault), fault_count: row('fault_count', '+', 1), updated_at: at }))
    .where('id', 'in', listOf(queries.tx, ids))
    .where('status', 'in', ['STARTED', 'IN_PROGRESS', 'RETRYING'])
    .returning(['id', 'key_mode'])
    .execute();
  await insertFaults(
    queries,
    failed.map(({ id }) => ({ executionId: id, at, fault })),
  );
  return failed;
}

function columnsOf({ code, message }: Failure['fault']) {
  return { status: 'FAILED', fault_code: code, fault_message: message, retryable: 1 } as const;
}

/** What has become of a file that came in. */
export type ReceivedFile = Pick<
  Executions,
  | 'status'
  | 'mode'
  | 'key_mode'
  | 'file_type'
  | 'transaction_count'
  | 'partnership_id'
  | 'retryable'
  | 'updated_at'
  | 'fault_count'
  | 'fault_code'
  | 'fault_message'
>;

/**
 * Marks a file that came in as one that is written, and locks it against whoever would end it meanwhile.
 * @returns false where it has ended: nothing of it is to be written, or to be removed.
 */
export async function beginReceiving(queries: AccountQueries, id: string, at: number): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .update('executions')
    .set({ status: 'IN_PROGRESS', updated_at: at })
    .where('id', '=', id)
    .where('status', 'in', ['STARTED', 'IN_PROGRESS'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Ends an execution of a file that came in.
 * @returns false where it has ended otherwise meanwhile: then nothing of the file is to be shown.
 */
export async function endReceiving(queries: AccountQueries, id: string, ended: ReceivedFile): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .update('executions')
    .set(ended)
    .where('id', '=', id)
    .where('direction', '=', 'INBOUND')
    .where('status', 'in', ['STARTED', 'IN_PROGRESS'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether an execution of a file that came in has not ended so far. */
export async function isReceiving(queries: AccountQueries, id: string): Promise<boolean> {
  const row = await queries
    .from('executions')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', ['STARTED', 'IN_PROGRESS'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether files that came in over a connection are still to be processed: a few rows are looked at, or those of a backlog. */
export async function isReceivingOver(queries: AccountQueries, connectionId: string): Promise<boolean> {
  const row = await queries
    .from('executions')
    .select('id')
    // The condition of the index, word by word.
    .where(sql<SqlBool>`status in ('STARTED', 'IN_PROGRESS', 'RETRYING') and status <> 'COMPLETED'`)
    .where('direction', '=', 'INBOUND')
    .where('connection_id', '=', connectionId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
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
      detail: faultDetailColumn(fault.detail ?? {}),
      created_at: at,
    })),
  );
}
