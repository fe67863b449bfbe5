import { join, resolve } from 'node:path';
import type { ObjectStore } from '../objects/object-store.js';
import { openObjects } from '../objects/open-objects.js';
import { conflict, invalid } from '../problems.js';
import { MIGRATIONS } from '../store/migrations/migrate.js';
import { type BackupPlace, dialectOfPlace, restoreStore } from './backup-place.js';
import { bringObjects, countMissing } from './copy-objects.js';
import { demandWhole } from './file-sum.js';
import { finishRestore, type RestoreChoices, type RestoredState } from './finish-restore.js';
import { type Manifest, readManifest } from './manifest.js';

export interface RestoreOptions extends BackupPlace, RestoreChoices {
  /** The folder of the backup. */
  readonly source: string;
  /** Goes on although objects that stayed in a bucket are not there any more. Default false. */
  readonly allowMissing?: boolean | undefined;
}

/** What a restore came to. */
export interface RestoreReport extends RestoredState {
  readonly createdAt: string;
  readonly objects: number;
  /** Objects that stayed in a bucket and are not there any more. */
  readonly missing: number;
}

/**
 * Restores a backup into a place that is empty, or into one in which a restore was cut off. Whatever can be refused is refused before
 * anything is written; from then on no server starts there until all is in.
 * @throws Problem, StoreError: what is wrong with the backup or the place, and what to do.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { config, keys, progress } = options;
  const source = resolve(options.source);
  const manifest = readManifest(source, keys, config.lostMasterKeys);
  demandFitting(manifest, options);
  progress('Checking the backup.');
  const copy = await demandWhole(source, manifest.store);
  const list = await demandWhole(source, manifest.objects.list);
  const store = await restoreStore(options);
  try {
    const opened = await openObjects(config, keys);
    let missing = 0;
    try {
      const stored = opened.within ?? opened;
      if (manifest.objects.copied) {
        if (!store.isResumed) await demandEmpty(stored);
        await store.begin();
        progress('Bringing objects.');
        await bringObjects({ folder: join(source, 'objects'), to: stored, list, progress });
      } else {
        missing = await demandThere(stored, list, options);
        await store.begin();
      }
    } finally {
      await opened.close();
    }
    progress('Bringing the store.');
    let state: RestoredState | undefined;
    await store.complete(copy, async (tx) => {
      state = await finishRestore(tx, { ...options, createdAt: manifest.createdAt });
    });
    if (state === undefined) throw new Error('The restore did not end.');
    return { ...state, createdAt: manifest.createdAt, objects: manifest.objects.count, missing };
  } finally {
    await store.close();
  }
}

function demandFitting({ store, objects }: Manifest, place: BackupPlace): void {
  if (store.dialect !== dialectOfPlace(place)) {
    throw invalid(
      store.dialect === 'postgres'
        ? 'The backup is of a server on PostgreSQL. Set DATABASE_URL to an empty database.'
        : 'The backup is of a server with the embedded store. Leave DATABASE_URL out.',
    );
  }
  if (store.schema > MIGRATIONS.length) {
    throw invalid(
      `The backup has schema ${store.schema}, and this release knows ${MIGRATIONS.length}. Restore it with the release that wrote it, or a newer one.`,
    );
  }
  if (!objects.copied && place.config.objectsUrl === undefined) {
    throw invalid('The objects of the backup stayed in their bucket. Set OBJECTS_URL to it.');
  }
}

async function demandEmpty(stored: ObjectStore): Promise<void> {
  for await (const _ of stored.list('')) {
    throw conflict('There are objects where those of the backup go. Restore into an empty folder or bucket.');
  }
}

async function demandThere(from: ObjectStore, list: string, { allowMissing = false }: RestoreOptions): Promise<number> {
  const missing = await countMissing(from, list);
  if (missing === 0 || allowMissing) return missing;
  throw invalid(
    `${missing} objects of the backup are not in the bucket any more, or are others. Bring their versions back, or restore with --allow-missing.`,
  );
}
