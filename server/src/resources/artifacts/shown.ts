import { FAMILIES } from '../../families.js';
import type { ArtifactRow } from '../../objects/artifact-rows.js';
import type { Platform } from '../../platform.js';
import type { Artifact } from './schemas.js';

/**
 * An artifact as the interface shows it.
 * @param path where the interface hands it out, below the family's version segment.
 */
export function showArtifact({ publicUrl }: Pick<Platform, 'publicUrl'>, row: ArtifactRow, path: string): Artifact {
  const { type, usage, size, model } = row;
  const url = `${publicUrl}/${FAMILIES.core.version}${path}`;
  return { artifactType: type, usage, sizeBytes: size, url, model };
}
