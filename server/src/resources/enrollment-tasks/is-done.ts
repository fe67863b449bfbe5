import type { PayloadColumns } from '../../secrets/payload-columns.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { LOCK } from '../../store/lock-row.js';
import { taskResponse } from './columns.js';

/** Whether a task is done: what was answered to it stays. */
export async function isDone(queries: AccountQueries, taskId: string): Promise<boolean> {
  const row = await queries.from('enrollment_tasks').select('completed_at').where('id', '=', taskId).executeTakeFirst();
  return row !== undefined && row.completed_at !== null;
}

/** Locks a task before its documents, as who answers it does: it is not done while they change. */
export async function lockTask(queries: AccountQueries, taskId: string | null): Promise<void> {
  if (taskId === null) return;
  await queries.update('enrollment_tasks').set(LOCK).where('id', '=', taskId).execute();
}

/** Whether a task of an enrollment that is done was answered with a document, whichever task has asked for it. */
export async function isAnswer(
  columns: PayloadColumns,
  queries: AccountQueries,
  { enrollment_id, id }: { readonly enrollment_id: string; readonly id: string },
): Promise<boolean> {
  const done = await queries
    .from('enrollment_tasks')
    .selectAll()
    .where('enrollment_id', '=', enrollment_id)
    .where('completed_at', 'is not', null)
    .execute();
  return done.some((task) =>
    taskResponse(columns, task)?.manualTask.values.some(
      ({ value }) => 'document' in value && value.document.documentId === id,
    ),
  );
}
