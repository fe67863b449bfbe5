import { removeArtifactsOf } from '../../objects/artifact-rows.js';
import type { AccountQueries } from '../../store/account-queries.js';

/** All of an enrollment with their bytes, which go with it. */
export async function removeDocumentsOf(queries: AccountQueries, enrollmentId: string): Promise<void> {
  const rows = await queries
    .delete('enrollment_documents')
    .where('enrollment_id', '=', enrollmentId)
    .returning('id')
    .execute();
  await removeArtifactsOf(
    queries,
    rows.map(({ id }) => id),
  );
}
