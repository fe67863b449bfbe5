import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { NamedObject } from '../objects/artifact-rows.js';
import { demandObjectName } from '../objects/object-name.js';
import type { ObjectStore, StoredObject } from '../objects/object-store.js';
import { sealingKeyOf } from '../objects/sealed-objects.js';
import { invalid } from '../problems.js';
import type { StoreCopy } from '../store/store-copy.js';
import { eachOf } from './each-of.js';
import { namedObjects } from './named-objects.js';
import { type ListedObject, type ObjectListWriter, readObjectList } from './object-list.js';

/** Objects under way at once: a disk, and more so a network, is waited for most of the time. */
const AT_ONCE = 16;
/** Objects between two lines of progress. */
const LINE_EACH = 10_000;

interface Sealed {
  /** Gets the ids of the master keys that objects are sealed with. */
  readonly keyIds: Set<string>;
}

export interface CopyOptions extends Sealed {
  readonly from: ObjectStore;
  readonly to: ObjectStore;
  readonly list: ObjectListWriter;
  readonly progress: (line: string) => void;
}

/** Copies all objects that are there, and lists them. One that goes meanwhile is left out: whether it is needed is asked afterwards. */
export async function copyObjects({ from, to, list, keyIds, progress }: CopyOptions): Promise<void> {
  await eachOf(from.list(''), AT_ONCE, async ({ name }) => {
    const bytes = await from.get(name);
    if (bytes === undefined) return;
    const { size, sha256 } = await to.put(name, bytes);
    await list.add({ name, size, sha256 });
    // Of the copy: the object itself may be another by now.
    await noteKey(to, name, keyIds);
    if (list.count % LINE_EACH === 0) progress(`${list.count} objects are copied.`);
  });
}

export interface NamedOptions {
  /** Where the objects must be. */
  readonly stored: ObjectStore;
  /** Whose rows name them. */
  readonly copy: StoreCopy;
  /** Gets those that are not there, or too short. */
  readonly absent: ObjectListWriter;
}

/** Looks whether every object that rows name is there. */
export async function findMissing({ stored, copy, absent }: NamedOptions): Promise<void> {
  await eachOf(namedObjects(copy), AT_ONCE, async (named) => {
    if (!isWhole(await stored.stat(named.name), named)) await absent.add({ name: named.name, size: named.leastBytes });
  });
}

/** Lists what rows name, where it stays where it is. */
export async function listNamed({
  stored,
  copy,
  list,
  absent,
  keyIds,
  progress,
}: NamedOptions & Pick<CopyOptions, 'list' | 'keyIds' | 'progress'>): Promise<void> {
  progress('Looking for objects.');
  await eachOf(namedObjects(copy), AT_ONCE, async (named) => {
    const found = await stored.stat(named.name);
    if (found === undefined || !isWhole(found, named)) return absent.add({ name: named.name, size: named.leastBytes });
    await list.add({ name: named.name, size: found.size, sha256: found.sha256 });
    await noteKey(stored, named.name, keyIds);
    if (list.count % LINE_EACH === 0) progress(`${list.count} objects are there.`);
  });
}

async function noteKey(stored: ObjectStore, name: string, keyIds: Set<string>): Promise<void> {
  const keyId = await sealingKeyOf(stored, name);
  if (keyId !== undefined) keyIds.add(keyId);
}

/** What is stored is never smaller than what rows say: sealing adds to it. */
function isWhole(found: StoredObject | undefined, { leastBytes }: NamedObject): boolean {
  return found !== undefined && found.size >= leastBytes;
}

export interface BringOptions {
  /** Where the objects of the backup lie; it may be read only. */
  readonly folder: string;
  readonly to: ObjectStore;
  /** Path of the list of the backup. */
  readonly list: string;
  readonly progress: (line: string) => void;
}

/** Brings the objects of a list back. @throws Problem `invalid` for one that is missing, cut or changed. */
export async function bringObjects({ folder, to, list, progress }: BringOptions): Promise<void> {
  let count = 0;
  await eachOf(readObjectList(list), AT_ONCE, async ({ name, size, sha256 }) => {
    const path = join(folder, ...demandObjectName(name));
    const found = await stat(path).catch(() => undefined);
    const put = found?.size === size ? await to.put(name, createReadStream(path)) : undefined;
    if (put?.size !== size || put.sha256 !== sha256) {
      throw invalid(`The object ${path} of the backup is missing, cut or changed. Take another backup.`);
    }
    count++;
    if (count % LINE_EACH === 0) progress(`${count} objects are brought.`);
  });
}

/** How many objects of a list are not where it says they stayed, or are others. */
export async function countMissing(from: ObjectStore, list: string): Promise<number> {
  let missing = 0;
  await eachOf(readObjectList(list), AT_ONCE, async (object) => {
    if (!isSame(await from.stat(object.name), object)) missing++;
  });
  return missing;
}

function isSame(found: StoredObject | undefined, { size, sha256 }: ListedObject): boolean {
  if (found?.size !== size) return false;
  return found.sha256 === undefined || sha256 === undefined || found.sha256 === sha256;
}
