import type { AccountQueries } from '../../store/account-queries.js';

/** Whether a task is done: what was answered to it stays. */
export async function isDone(queries: AccountQueries, taskId: string): Promise<boolean> {
  const row = await queries.from('enrollment_tasks').select('completed_at').where('id', '=', taskId).executeTakeFirst();
  return row !== undefined && row.completed_at !== null;
}
