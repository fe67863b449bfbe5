import { join } from 'node:path';
import type { Config } from '../config.js';
import type { MasterKeys } from '../secrets/secrets.js';
import { folderObjects } from './folder-objects.js';
import type { ObjectStore } from './object-store.js';
import { s3Objects } from './s3-objects.js';
import { sealedObjects } from './sealed-objects.js';

/** Of no object: it is only asked for. */
const PROBE = '_artifacts/probe';

/**
 * The objects that the configuration names, encrypted where it says so.
 * @throws ObjectStoreError where they cannot be reached.
 */
export async function openObjects(
  config: Pick<Config, 'objectsUrl' | 'dataDir' | 'encryptAtRest'>,
  keys: MasterKeys,
): Promise<ObjectStore> {
  const objects =
    config.objectsUrl === undefined
      ? folderObjects({ folder: join(config.dataDir, 'objects'), thread: true })
      : s3Objects(config.objectsUrl);
  (await objects.get(PROBE))?.destroy();
  return sealedObjects({ objects, keys, seal: config.encryptAtRest });
}
