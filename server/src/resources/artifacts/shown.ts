import { FAMILIES } from '../../families.js';
import type { ArtifactRow } from '../../objects/artifact-rows.js';
import type { Platform } from '../../platform.js';
import type { Artifact } from './schemas.js';

/**
 * An artifact as the interface shows it.
 * @param path where the interface hands it out, below the family's version segment.
 */
export function showArtifact({ publicUrl }: Pick<Platform, 'publicUrl'>, row: ArtifactRow, path: string): Artifact {
  const { type, size } = row;
  const url = `${publicUrl}/${FAMILIES.core.version}${path}`;
  const { usage, model } = kindOf(row);
  return { artifactType: type, usage, sizeBytes: size, url, model };
}

/** What is kept of an eligibility check is read by its own operations, which mask it. */
function kindOf({ usage, model }: ArtifactRow): Pick<Artifact, 'usage' | 'model'> {
  if (model === 'eligibility-check' || model === 'enrollment-export') throw new Error('It is no file of the exchange.');
  if (model === 'enrollment-document' || model === 'core-submission') throw new Error('It is no file of the exchange.');
  if (model === 'batch-table' || model === 'claim' || model === 'claim-answer')
    throw new Error('It is no file of the exchange.');
  if (usage === 'input' || usage === 'output' || usage === 'metadata' || usage === 'attachment')
    return { usage, model };
  throw new Error('A document of the exchange has the usage of another kind.');
}
