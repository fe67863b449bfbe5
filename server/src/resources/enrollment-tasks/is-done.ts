import type { AccountQueries } from '../../store/account-queries.js';
import { LOCK } from '../../store/lock-row.js';

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
