import { isoTime } from '../../clock.js';
import type { PayloadColumns } from '../../secrets/payload-columns.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { EnrollmentTasks } from '../../store/enrollment-tables.js';
import { listOf } from '../../store/value-list.js';
import { taskContent, taskResponse } from './columns.js';
import type { Task } from './schemas.js';

/** Of several enrollments, in the order in which they are to be done. */
export function tasksOf(
  queries: AccountQueries,
  enrollmentIds: readonly string[],
): Promise<readonly EnrollmentTasks[]> {
  return queries
    .from('enrollment_tasks')
    .selectAll()
    .where('enrollment_id', 'in', listOf(queries.tx, enrollmentIds))
    .orderBy('enrollment_id')
    .orderBy('rank')
    .orderBy('id')
    .execute();
}

/** A task as it is answered. */
export function showTask(columns: PayloadColumns, row: EnrollmentTasks): Task {
  const responseData = taskResponse(columns, row);
  return {
    ...{ id: row.id, rank: row.rank, isComplete: row.completed_at !== null, responsibleParty: row.responsible },
    definition: { manualTask: taskContent(columns, row) },
    ...(responseData === undefined ? {} : { responseData }),
    ...(row.completed_at === null ? {} : { completedAt: isoTime(row.completed_at) }),
  };
}
