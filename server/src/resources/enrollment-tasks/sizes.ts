import { sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import { listOf } from '../../store/value-list.js';

/** Bytes of the tasks of each of these enrollments, as they are stored. */
export function taskSizes(queries: AccountQueries, enrollmentIds: readonly string[]) {
  return queries
    .from('enrollment_tasks')
    .select(['enrollment_id', sql<number | string>`sum(length(content) + coalesce(length(response), 0))`.as('bytes')])
    .where('enrollment_id', 'in', listOf(queries.tx, enrollmentIds))
    .groupBy('enrollment_id')
    .execute();
}
