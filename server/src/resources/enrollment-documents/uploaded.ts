import type { AccountQueries } from '../../store/account-queries.js';
import { listOf } from '../../store/value-list.js';

/** Those of these ids that are documents of an enrollment whose bytes are there. */
export async function uploadedAmong(
  queries: AccountQueries,
  enrollmentId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await queries
    .from('enrollment_documents')
    .select('id')
    .where('enrollment_id', '=', enrollmentId)
    .where('status', '=', 'UPLOADED')
    .where('id', 'in', listOf(queries.tx, ids))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
