import { wholeArtifactsOf } from '../../objects/artifact-rows.js';
import type { NewArtifact, PreparedArtifact } from '../../objects/artifacts.js';
import { readRows } from '../../store/account-queries.js';
import type { Artifacts } from '../../store/tables.js';
import type { Services } from '../services.js';

/**
 * The same bytes for another execution: artifacts belong to one owner, and may be sealed for it. Receipts of partners are of the delivery
 * that they were given for, and stay there.
 */
export async function copyArtifacts(
  { store, artifacts }: Pick<Services, 'store' | 'artifacts'>,
  accountId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<readonly PreparedArtifact[]> {
  const rows = await readRows(store, accountId, (queries) => wholeArtifactsOf(queries, from));
  const copies: NewArtifact[] = [];
  for (const row of rows) if (row.usage !== 'attachment') copies.push(await copyOf(row, to, artifacts));
  return artifacts.prepare(accountId, copies);
}

async function copyOf(row: Artifacts, ownerId: string, artifacts: Services['artifacts']): Promise<NewArtifact> {
  const { model, usage, type, name, expires_at } = row;
  const bytes = await artifacts.read(row);
  return { model, ownerId, usage, type, name, bytes, ...(expires_at === null ? {} : { expiresAt: expires_at }) };
}
