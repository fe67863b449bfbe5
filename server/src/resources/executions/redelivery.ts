import { conflict } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Executions } from '../../store/tables.js';
import { insertExecutions, insertFaults } from './outcomes.js';

/*
 * An execution is delivered again by a child of it, of the same bytes and numbers: FAILED or IGNORED becomes RETRYING when it is asked
 * for, and RETRIED when a job has made the child. Each step is one guarded update, so that of two that come at once one does it.
 */

/** @returns false where there is nothing to deliver again, its time has passed, or another request was first. */
export async function beginRetry(queries: AccountQueries, id: string, at: number): Promise<boolean> {
  return moveOn(queries, id, { from: ['FAILED', 'IGNORED'], to: { status: 'RETRYING', updated_at: at }, keptAt: at });
}

interface Step {
  readonly from: readonly Executions['status'][];
  readonly to: Partial<Executions>;
  /** Not where its time has passed by then: retention may have taken some of what it has. */
  readonly keptAt?: number;
}

/** @returns false where the execution is in another state by now. */
async function moveOn(queries: AccountQueries, id: string, { from, to, keptAt }: Step): Promise<boolean> {
  const update = queries.update('executions').set(to).where('id', '=', id).where('status', 'in', from);
  const guarded =
    keptAt === undefined
      ? update
      : update.where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', keptAt)]));
  const { numUpdatedRows } = await guarded.executeTakeFirst();
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
  const to = { status: 'RETRIED', child_id: childId, retryable: 0, updated_at: at } as const;
  if (!(await moveOn(queries, old.id, { from: ['RETRYING'], to }))) return false;
  await insertChild(queries, old, childId, at);
  return true;
}

/**
 * Makes a child of an execution whose file was delivered, to deliver it once more; the parent stays as it is, and names its last child.
 * @returns false where the file was not delivered, or its time has passed.
 */
export async function copyDelivered(
  queries: AccountQueries,
  old: Executions,
  childId: string,
  at: number,
): Promise<boolean> {
  const to = { child_id: childId, updated_at: at };
  if (!(await moveOn(queries, old.id, { from: ['COMPLETED'], to, keptAt: at }))) return false;
  await insertChild(queries, old, childId, at);
  return true;
}

async function insertChild(
  queries: AccountQueries,
  old: Executions,
  id: string,
  at: number,
  changed: Partial<Executions> = {},
): Promise<void> {
  const { account_id: _, ...columns } = old;
  await insertExecutions(queries, [
    {
      ...columns,
      id,
      parent_id: old.id,
      child_id: null,
      status: 'IN_PROGRESS',
      fault_count: 0,
      fault_code: null,
      fault_message: null,
      retryable: 0,
      created_at: at,
      updated_at: at,
      ...changed,
    },
  ]);
}

/**
 * The same for a file that came in, of which something was not taken.
 * @returns false as above.
 */
export function beginReprocessing(queries: AccountQueries, id: string, at: number): Promise<boolean> {
  const from = ['FAILED', 'IGNORED', 'PARTIALLY_COMPLETED'];
  return moveOn(queries, id, { from, to: { status: 'RETRYING', updated_at: at }, keptAt: at });
}

/**
 * Makes the child of a file that is processed again; its input is for the caller to bring.
 * @returns false where another job has made one.
 */
export async function copyForReprocessing(
  queries: AccountQueries,
  old: Executions,
  childId: string,
  at: number,
): Promise<boolean> {
  const to = { status: 'RETRIED', child_id: childId, retryable: 0, updated_at: at } as const;
  if (!(await moveOn(queries, old.id, { from: ['RETRYING'], to }))) return false;
  await insertChild(queries, old, childId, at, UNREAD);
  return true;
}

/**
 * Makes the execution of one interchange of a file that came in. The file stays as it is, and names its last child; one that was processed again
 * as a whole names the execution in its place.
 * @param partnershipId whose somebody has said that it is; absent: as its ids say.
 */
export async function copyInterchange(
  queries: AccountQueries,
  old: Executions,
  childId: string,
  { at, partnershipId }: { readonly at: number; readonly partnershipId?: string | undefined },
): Promise<void> {
  await queries
    .update('executions')
    .set({ child_id: childId, updated_at: at })
    .where('id', '=', old.id)
    .where('status', '<>', 'RETRIED')
    .execute();
  const assigned = partnershipId === undefined ? {} : { assigned_partnership_id: partnershipId };
  await insertChild(queries, old, childId, at, { ...UNREAD, ...assigned });
}

const UNREAD = { status: 'STARTED', file_type: 'UNKNOWN', mode: 'unknown', transaction_count: 0 } as const;

/** Of an execution that was set aside or is delivered by a child of it, there is nothing to deliver any more. */
export function isSetAside({ status }: Pick<Executions, 'status'>): boolean {
  return status === 'IGNORED' || status === 'RETRYING' || status === 'RETRIED';
}

/**
 * Sets a file aside that has failed, or that waits to be delivered: no further attempt is made. An attempt that is under way ends as it
 * ends. It can still be retried.
 * @throws Problem `conflict` in any other state.
 */
export async function ignoreExecution(queries: AccountQueries, id: string, at: number): Promise<void> {
  const { numUpdatedRows } = await queries
    .update('executions')
    .set({ status: 'IGNORED', retryable: 1, updated_at: at })
    .where('id', '=', id)
    .where((row) =>
      row.or([
        row('status', '=', 'FAILED'),
        row.and([row('direction', '=', 'OUTBOUND'), row('status', 'in', ['STARTED', 'IN_PROGRESS'])]),
      ]),
    )
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  throw conflict('Only files that have failed, or that wait to be delivered, are set aside. See the status.');
}
