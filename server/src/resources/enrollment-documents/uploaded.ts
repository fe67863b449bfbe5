import type { AccountQueries } from '../../store/account-queries.js';
import { LOCK } from '../../store/lock-row.js';
import { listOf } from '../../store/value-list.js';

/** Those of these ids that are documents of an enrollment whose bytes are there; they are locked, as who deletes one does. */
export async function uploadedAmong(
  queries: AccountQueries,
  enrollmentId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await queries
    .update('enrollment_documents')
    .set(LOCK)
    .where('enrollment_id', '=', enrollmentId)
    .where('status', '=', 'UPLOADED')
    .where('id', 'in', listOf(queries.tx, ids))
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}
