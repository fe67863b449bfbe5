import type { AccountQueries } from '../../store/account-queries.js';

/** All of an enrollment, which goes with them. */
export async function removeTasksOf(queries: AccountQueries, enrollmentId: string): Promise<void> {
  await queries.delete('enrollment_tasks').where('enrollment_id', '=', enrollmentId).execute();
}
