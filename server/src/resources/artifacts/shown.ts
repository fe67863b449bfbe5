import type { Services } from '../../exchange/services.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Artifacts } from '../../store/tables.js';
import { listOf } from '../../store/value-list.js';
import type { Artifact } from './schemas.js';

/** An artifact without its bytes. */
export type ArtifactRow = Pick<Artifacts, 'id' | 'model' | 'owner_id' | 'usage' | 'type' | 'size'>;

/** The artifacts of all these owners, oldest first. */
export function artifactsOf(queries: AccountQueries, owners: readonly string[]): Promise<readonly ArtifactRow[]> {
  return queries
    .from('artifacts')
    .select(['id', 'model', 'owner_id', 'usage', 'type', 'size'])
    .where('owner_id', 'in', listOf(queries.tx, owners))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** @param url where the interface hands it out, below the family. */
export function artifactBody({ publicUrl }: Pick<Services, 'publicUrl'>, row: ArtifactRow, url: string): Artifact {
  const { type, usage, size, model } = row;
  return { artifactType: type, usage, sizeBytes: size, url: `${publicUrl}/2023-08-01${url}`, model };
}
