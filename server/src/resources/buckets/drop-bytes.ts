import { namedByArtifacts } from '../../objects/artifact-rows.js';
import { ObjectStoreError } from '../../objects/object-store.js';
import { isSweepPaused } from '../../objects/sweep-pause.js';
import type { Platform } from '../../platform.js';
import { Problem } from '../../problems.js';
import { namedByParts } from './named-parts.js';
import { namedByObjects } from './object-rows.js';
import { STORED_OBJECTS } from './stored-names.js';

/**
 * Removes the bytes of objects whose rows are gone, unless something still names them: an execution keeps the file that came in, and an object that the
 * caller has seen under one key may have been moved to another before the caller's commit. While a backup is under way, whose rows still name
 * them, they are left to the sweep. Call it after the commit.
 */
export async function dropBytes(
  { store, objects, clock }: Pick<Platform, 'store' | 'objects' | 'clock'>,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const { kept, isPaused } = await store.read(async (db) => ({
    kept: new Set([
      ...(await namedByObjects(db, names)),
      ...(await namedByArtifacts(db, names)),
      ...(await namedByParts(db, names)),
    ]),
    isPaused: await isSweepPaused(db, clock.now()),
  }));
  if (isPaused) return;
  const unnamed = names.filter((name) => !kept.has(name));
  try {
    for (const name of unnamed) await objects.delete(name);
  } catch (error) {
    // The commit stands although the object store does not answer. Bytes that the sweep looks at are left to it.
    const isSwept = unnamed.every((name) => name.startsWith(STORED_OBJECTS));
    if (!isSwept || !(error instanceof ObjectStoreError)) throw error;
  }
}

/**
 * Commits a row that names bytes which were put a moment ago. A `Problem` says that nothing was committed: then the bytes are removed at once. After any
 * other error the row may be there, so that they are left to the sweep.
 */
export async function dropUnnamed<Result>(
  { objects }: Pick<Platform, 'objects'>,
  name: string,
  naming: () => Promise<Result>,
): Promise<Result> {
  try {
    return await naming();
  } catch (error) {
    if (error instanceof Problem) await objects.delete(name).catch(() => {});
    throw error;
  }
}
