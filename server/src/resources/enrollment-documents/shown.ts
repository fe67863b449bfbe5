import { isoTime } from '../../clock.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { EnrollmentDocuments } from '../../store/enrollment-tables.js';
import { listOf } from '../../store/value-list.js';
import type { EnrollmentDocument } from './schemas.js';

/** Of several enrollments, without those that were deleted; oldest first. */
export function documentsOf(
  queries: AccountQueries,
  enrollmentIds: readonly string[],
): Promise<readonly EnrollmentDocuments[]> {
  return queries
    .from('enrollment_documents')
    .selectAll()
    .where('enrollment_id', 'in', listOf(queries.tx, enrollmentIds))
    .where('status', '<>', 'DELETED')
    .orderBy('enrollment_id')
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** A document as it is answered. @param now after the end of its link it is known that nothing comes. */
export function showDocument(row: EnrollmentDocuments, now: number): EnrollmentDocument {
  const isOver = row.status === 'PENDING' && row.upload_until <= now;
  return {
    ...{ id: row.id, name: row.name, enrollmentId: row.enrollment_id, status: isOver ? 'FAILED' : row.status },
    ...(row.task_id === null ? {} : { taskId: row.task_id }),
    ...(row.content_type === null ? {} : { contentType: row.content_type }),
    ...(row.size === null ? {} : { size: row.size }),
    ...{ createdAt: isoTime(row.created_at), updatedAt: isoTime(row.updated_at) },
  };
}
