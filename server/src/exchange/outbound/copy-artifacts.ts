import { wholeArtifactsOf } from '../../objects/artifact-rows.js';
import type { PreparedArtifact } from '../../objects/artifacts.js';
import { readRows } from '../../store/account-queries.js';
import type { Services } from '../services.js';

/**
 * The same bytes for another execution: artifacts belong to one owner, and may be sealed for it. Receipts of partners are of the delivery
 * that they were given for, and stay there. Insert them in a transaction that finds the first execution still there.
 */
export async function copyArtifacts(
  { store, artifacts }: Pick<Services, 'store' | 'artifacts'>,
  accountId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly PreparedArtifact[]> {
  const rows = await readRows(store, accountId, (queries) => wholeArtifactsOf(queries, from));
  return rows.filter(({ usage }) => usage !== 'attachment').map((row) => artifacts.copy(row, to));
}
