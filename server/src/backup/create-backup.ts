import { readdirSync, rmSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { isoTime } from '../clock.js';
import { artifactKeyIds } from '../objects/artifact-rows.js';
import { folderObjects } from '../objects/folder-objects.js';
import type { ObjectStore } from '../objects/object-store.js';
import { openObjects } from '../objects/open-objects.js';
import { makeOwnerFolder, syncFolder } from '../owner-file.js';
import { invalid } from '../problems.js';
import { UNMATCHED_CONTENT } from '../resources/claim-answers/unmatched.js';
import { PAYER_NUMBER } from '../resources/claims/payer-number.js';
import { ITEM_CONTENT } from '../resources/eligibility-batches/columns.js';
import { TASK_CONTENT, TASK_RESPONSE } from '../resources/enrollment-tasks/columns.js';
import { ENROLLMENT_CONTENT, NOTE_CONTENT } from '../resources/enrollments/columns.js';
import { fragmentKeyIds } from '../resources/fragments/rotate-fragments.js';
import { INVOCATION_ERROR, INVOCATION_EVENT, INVOCATION_LOG } from '../resources/functions/columns.js';
import { PROVIDER_CONTENT } from '../resources/providers/columns.js';
import { stagedKeyIds } from '../resources/transaction-groups/rotate-staged.js';
import { keyIdsOf } from '../secrets/rotate-column.js';
import { secretKeyIds } from '../secrets/rotate-secrets.js';
import { readSetting } from '../store/settings.js';
import { countRows, type StoreCopy } from '../store/store-copy.js';
import { VERSION } from '../version.js';
import { type BackupPlace, copyStore, demandPlace, dialectOfPlace, STORE_FILES } from './backup-place.js';
import { copyObjects, findMissing, listNamed } from './copy-objects.js';
import { sumOf } from './file-sum.js';
import { type Manifest, writeManifest } from './manifest.js';
import { ObjectListWriter } from './object-list.js';

export interface BackupOptions extends BackupPlace {
  /** A folder that is not there, or is empty. */
  readonly target: string;
  /** Has no object removed until what it gives is called: the rows of the copy name them. */
  readonly pauseSweep: () => Promise<() => Promise<void>>;
}

/** What a backup came to. */
export interface BackupReport {
  readonly target: string;
  readonly createdAt: string;
  readonly storeBytes: number;
  readonly objects: number;
  readonly objectBytes: number;
  readonly objectsCopied: boolean;
  /** Objects that rows name and that are not there: their names are in `missing-objects.jsonl` of the backup. */
  readonly missing: number;
}

/**
 * Backs up a server that may be running and written to: the store first, in the state of one instant, then its objects, while none is
 * removed. Everything that was acknowledged before is in it. The manifest is written last, so that a backup that is cut off anywhere is none.
 */
export async function createBackup(options: BackupOptions): Promise<BackupReport> {
  const { clock, keys, progress } = options;
  demandPlace(options);
  const folder = openTarget(options);
  const resumeSweep = await options.pauseSweep();
  try {
    const createdAt = isoTime(clock.now());
    const path = join(folder, STORE_FILES[dialectOfPlace(options)]);
    progress('Copying the store.');
    const copy = await copyStore(options, path);
    try {
      const { objects, missing, keyIds } = await backUpObjects(options, folder, copy);
      const store = { ...(await sumOf(path)), ...(await stateOf(options, copy)) };
      const manifest: Manifest = {
        ...{ format: 1, createdAt, version: VERSION, store, objects },
        masterKeys: await masterKeysOf(options, copy, keyIds),
        rows: await copy.read(countRows),
      };
      syncFolder(folder);
      writeManifest(folder, manifest, keys);
      return {
        ...{ target: folder, createdAt, storeBytes: store.size },
        ...{ objects: objects.count, objectBytes: objects.bytes, objectsCopied: objects.copied, missing },
      };
    } finally {
      await copy.close();
    }
  } finally {
    await resumeSweep();
  }
}

function openTarget({ config, target }: BackupOptions): string {
  const folder = resolve(target);
  const objects = resolve(config.dataDir, 'objects');
  if (folder === objects || folder.startsWith(objects + sep)) {
    throw invalid('A backup cannot lie among the objects of the server. Name another folder.');
  }
  makeOwnerFolder(folder);
  if (readdirSync(folder).length > 0) throw invalid(`The folder ${folder} is not empty. Name one for each backup.`);
  return folder;
}

interface BackedUp {
  readonly objects: Manifest['objects'];
  readonly missing: number;
  /** Ids of the master keys that objects are sealed with. */
  readonly keyIds: ReadonlySet<string>;
}

async function backUpObjects(place: BackupPlace, folder: string, copy: StoreCopy): Promise<BackedUp> {
  const opened = await openObjects(place.config, place.keys);
  const list = await ObjectListWriter.create(folder, 'objects.jsonl');
  const absent = await ObjectListWriter.create(folder, 'missing-objects.jsonl');
  try {
    // As they are stored: what is sealed stays sealed.
    const stored = opened.within ?? opened;
    const copied = stored.kind === 'folder';
    const keyIds = new Set<string>();
    if (copied) await copyAll(place, { stored, folder, copy, list, absent, keyIds });
    else await listNamed({ stored, copy, list, absent, keyIds, progress: place.progress });
    const written = await list.close();
    await absent.close();
    if (absent.count === 0) rmSync(join(folder, 'missing-objects.jsonl'));
    return { objects: { copied, count: list.count, bytes: list.bytes, list: written }, missing: absent.count, keyIds };
  } finally {
    await opened.close();
  }
}

interface CopyAll {
  readonly stored: ObjectStore;
  readonly folder: string;
  readonly copy: StoreCopy;
  readonly list: ObjectListWriter;
  readonly absent: ObjectListWriter;
  readonly keyIds: Set<string>;
}

async function copyAll(
  { progress }: BackupPlace,
  { stored, folder, copy, list, absent, keyIds }: CopyAll,
): Promise<void> {
  const path = join(folder, 'objects');
  const target = folderObjects({ folder: path });
  progress('Copying objects.');
  await copyObjects({ from: stored, to: target, list, keyIds, progress });
  await findMissing({ stored: target, copy, absent });
  await target.close();
  // Where the copies lay until they were whole.
  for (const name of readdirSync(path)) if (name.startsWith('.')) rmSync(join(path, name), { recursive: true });
  syncFolder(path);
}

async function stateOf(place: BackupPlace, copy: StoreCopy): Promise<Pick<Manifest['store'], 'dialect' | 'schema'>> {
  const schema = await copy.read((db) => readSetting(db, 'schema'));
  return { dialect: dialectOfPlace(place), schema: Number(schema ?? 0) };
}

/**
 * The one that seals, for the manifest's own MAC, and every older one that something is still sealed with. Kept answers are not asked: they
 * are of use for a day, and no restore is to be refused for them.
 */
async function masterKeysOf(
  { keys }: BackupPlace,
  copy: StoreCopy,
  ofObjects: ReadonlySet<string>,
): Promise<readonly string[]> {
  const ids = new Set([keys.currentId, ...ofObjects]);
  const columns = [
    ...[ITEM_CONTENT, PROVIDER_CONTENT, ENROLLMENT_CONTENT, NOTE_CONTENT, TASK_CONTENT, TASK_RESPONSE],
    ...[PAYER_NUMBER, UNMATCHED_CONTENT],
    ...[INVOCATION_EVENT, INVOCATION_ERROR, INVOCATION_LOG],
  ].map(keyIdsOf);
  for (const idsOf of [secretKeyIds, artifactKeyIds, stagedKeyIds, fragmentKeyIds, ...columns]) {
    for (const id of await copy.read(idsOf)) ids.add(id);
  }
  return [...ids];
}
