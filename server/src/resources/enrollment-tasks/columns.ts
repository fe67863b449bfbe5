import type { PayloadColumns } from '../../secrets/payload-columns.js';
import type { SealedColumn } from '../../secrets/rotate-column.js';
import type { EnrollmentTasks } from '../../store/enrollment-tables.js';
import type { ManualTask, TaskResponse } from './schemas.js';

/** To what the sealed columns of a task belong. */
function taskContext(accountId: string, id: string): string {
  return JSON.stringify(['enrollment task', accountId, id]);
}
function responseContext(accountId: string, id: string): string {
  return JSON.stringify(['response to enrollment task', accountId, id]);
}

/** What rotation of the master key seals anew. */
export const TASK_CONTENT = {
  table: 'enrollment_tasks',
  column: 'content',
  contextOf: taskContext,
} as const satisfies SealedColumn;
export const TASK_RESPONSE = {
  table: 'enrollment_tasks',
  column: 'response',
  contextOf: responseContext,
} as const satisfies SealedColumn;

type Own = { readonly accountId: string; readonly id: string };

export function sealedTask(columns: PayloadColumns, { accountId, id }: Own, task: ManualTask): string {
  return columns.sealText(taskContext(accountId, id), JSON.stringify(task));
}

export function sealedResponse(columns: PayloadColumns, { accountId, id }: Own, response: TaskResponse): string {
  return columns.sealText(responseContext(accountId, id), JSON.stringify(response));
}

export function taskContent(columns: PayloadColumns, { account_id, id, content }: EnrollmentTasks): ManualTask {
  // Written by `sealedTask`.
  return JSON.parse(columns.openText(taskContext(account_id, id), content)) as ManualTask;
}

/** @returns `undefined`: there is none so far. */
export function taskResponse(
  columns: PayloadColumns,
  { account_id, id, response }: EnrollmentTasks,
): TaskResponse | undefined {
  if (response === null) return undefined;
  // Written by `sealedResponse`.
  return JSON.parse(columns.openText(responseContext(account_id, id), response)) as TaskResponse;
}
