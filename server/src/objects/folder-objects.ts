import { constants, type Stats } from 'node:fs';
import { lstat, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FolderTree, isMissing } from './folder-tree.js';
import { listFolder } from './list-folder.js';
import { demandObjectName, isObjectName } from './object-name.js';
import { type ByteRange, type ObjectStore, ObjectStoreError, type StoredObject } from './object-store.js';
import { WriteThread } from './write-thread.js';
import { demandSize, unwritable, writeUnfinished } from './write-unfinished.js';

/** Links are not followed, and what is no file cannot stop the opening. */
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

export interface FolderOptions {
  /** Made if it is not there. */
  readonly folder: string;
  /** Small objects are written by a thread of their own, which `close` ends. */
  readonly thread?: boolean | undefined;
  /** Shared with another thread that writes to the folder: counts attempts to remove folders. */
  readonly removals?: SharedArrayBuffer | undefined;
}

/** Bytes up to which an object is small. */
const SMALL = 256 * 1024;

/**
 * Objects as files below a folder, under their own names. An object cannot lie below another one (`a` and `a/b`): the second is
 * refused. Content types are not kept; whoever needs them has a row for the object.
 */
export function folderObjects({
  folder,
  thread = false,
  removals = new SharedArrayBuffer(4),
}: FolderOptions): ObjectStore {
  const tree = new FolderTree(folder, removals);
  const writer = thread ? new WriteThread({ folder, removals }) : undefined;
  return {
    kind: 'folder',
    async put(name, bytes, options = {}) {
      const segments = demandObjectName(name);
      if (writer !== undefined && bytes instanceof Uint8Array && bytes.length <= SMALL) {
        options.signal?.throwIfAborted();
        demandSize(bytes.length, options.maxBytes);
        return writer.put(name, bytes);
      }
      const written = await writeUnfinished(tree.unfinished(), bytes, options);
      try {
        await tree.moveIn(written.path, segments);
      } catch (error) {
        await rm(written.path, { force: true });
        throw error instanceof ObjectStoreError ? error : unwritable(error);
      }
      return { name, size: written.size, sha256: written.sha256, modified: written.modified };
    },
    async get(name, range) {
      const segments = demandObjectName(name);
      const path = tree.pathOf(segments);
      return path === undefined ? undefined : openObject(path, range);
    },
    async stat(name) {
      const path = tree.pathOf(demandObjectName(name));
      const stats = path === undefined ? undefined : await statOf(path);
      return stats === undefined ? undefined : { name, size: stats.size, modified: Math.trunc(stats.mtimeMs) };
    },
    async delete(name) {
      await tree.remove(demandObjectName(name));
    },
    list: (prefix) => listObjects(tree, prefix),
    close: async () => writer?.close(),
  };
}

async function* listObjects(tree: FolderTree, prefix: string): AsyncGenerator<StoredObject> {
  const folder = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const segments = folder === '' ? [] : folder.slice(0, -1).split('/');
  // A prefix that cannot begin a name has nothing that begins with it.
  if (!isObjectName([...segments, 'object'].join('/')) || !tree.hasFolder(segments)) return;
  for await (const name of listFolder(tree.root, folder, prefix)) {
    const stats = await statOf(join(tree.root, name));
    // It may have been deleted since its folder was read.
    if (stats !== undefined) yield { name, size: stats.size, modified: Math.trunc(stats.mtimeMs) };
  }
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    const stats = await lstat(path);
    return stats.isFile() ? stats : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw unreadable(error);
  }
}

async function openObject(path: string, range: ByteRange | undefined): Promise<Readable | undefined> {
  try {
    const file = await open(path, READ);
    if (!(await file.stat()).isFile()) {
      await file.close();
      return undefined;
    }
    if (range === undefined) return file.createReadStream();
    if (range.length > 0) return file.createReadStream({ start: range.from, end: range.from + range.length - 1 });
    await file.close();
    return Readable.from([]);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw unreadable(error);
  }
}

function unreadable(cause: unknown): ObjectStoreError {
  return new ObjectStoreError(
    'unavailable',
    'An object cannot be read. See that the data folder is there and that its files belong to the user of this process.',
    { cause },
  );
}
