import type { Dir } from 'node:fs';
import { link, lstat, lutimes, mkdir, opendir, realpath, rename, rmdir, unlink } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { X12Error } from '../../model/error.js';
import { openDiskFile } from './disk-file.js';
import { onFiles, systemCodeOf } from './file-system-errors.js';
import { syncFolder } from './sync-folder.js';
import {
  type OpenMode,
  type VirtualEntry,
  type VirtualFile,
  type VirtualFiles,
  VirtualFilesError,
} from './virtual-files.js';
import { splitPath, virtualPath } from './virtual-path.js';

export interface DirectoryFilesOptions {
  /**
   * Permissions of new files. Default 0o640, less what the process is set to leave out (umask): what is exchanged here concerns nobody else on
   * the machine. Permissions that are given are those that files get, whatever the process is set to.
   */
  readonly fileMode?: number | undefined;
  /** Permissions of new directories. Default 0o750. */
  readonly directoryMode?: number | undefined;
}

/**
 * The files below a directory on disk, which must exist: it is never made, as its absence may mean that a volume is not mounted.
 * Nothing outside is reached: links on the way are followed only where they end inside, and a link, pipe or device as the last
 * name is as good as not there.
 * @throws X12Error `X12_OPTION_INVALID` for an empty name.
 */
export function createDirectoryFiles(root: string, options: DirectoryFilesOptions = {}): VirtualFiles {
  if (typeof root !== 'string' || root === '') {
    throw new X12Error('X12_OPTION_INVALID', 'The root must name a directory.', { details: { option: 'root' } });
  }
  return new DirectoryFiles(resolve(root), options);
}

const WINDOWS = process.platform === 'win32';
/** Names that are looked at together. */
const BATCH = 100;
/** File systems without hard links say one of these. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

class DirectoryFiles implements VirtualFiles {
  readonly #root: string;
  readonly #fileMode: number | undefined;
  readonly #directoryMode: number;

  constructor(root: string, { fileMode, directoryMode = 0o750 }: DirectoryFilesOptions) {
    this.#root = root;
    this.#fileMode = fileMode;
    this.#directoryMode = directoryMode;
  }

  stat(path: string): Promise<VirtualEntry | undefined> {
    return onFiles(async () => {
      const place = await orAbsent(() => this.#place(path));
      return place && entryAt(place.path, place.name || '/');
    });
  }

  async list(path: string): Promise<readonly VirtualEntry[]> {
    const all: VirtualEntry[] = [];
    for await (const batch of this.batches(path)) all.push(...batch);
    return all;
  }

  /** In batches, so that of a directory with very many names others need not wait for all: each is a piece of work for the system. */
  async *batches(path: string): AsyncGenerator<readonly VirtualEntry[]> {
    const folder = await onFiles(() => this.#inside(virtualPath(path)));
    const open = await onFiles(() => opendir(folder, { bufferSize: BATCH }));
    try {
      for (;;) {
        const names = await onFiles(() => namesFrom(open));
        const entries = await onFiles(() => Promise.all(names.map((name) => entryAt(join(folder, name), name))));
        yield entries.filter((entry) => entry !== undefined);
        if (names.length < BATCH) return;
      }
    } finally {
      await open.close();
    }
  }

  open(path: string, mode: OpenMode): Promise<VirtualFile> {
    return onFiles(async () => {
      const place = await this.#place(path);
      try {
        return await openDiskFile(place.path, mode, this.#fileMode, () => syncFolder(place.folder));
      } catch (error) {
        // Systems, and modes, have several words for it.
        const there = await entryAt(place.path, place.name);
        throw there?.kind === 'directory' ? new VirtualFilesError('is-a-directory') : error;
      }
    });
  }

  rename(from: string, to: string, { overwrite = false }: { readonly overwrite?: boolean } = {}): Promise<void> {
    return onFiles(async () => {
      const [source, target] = await Promise.all([this.#place(from), this.#place(to)]);
      if (overwrite || !(await moveByLink(source.path, target.path)))
        await moveAfterLook(source.path, target.path, overwrite);
      const folders = source.folder === target.folder ? [target.folder] : [target.folder, source.folder];
      await Promise.all(folders.map(syncFolder));
    });
  }

  remove(path: string): Promise<void> {
    return onFiles(async () => {
      const place = await this.#place(path);
      // Only Linux says so itself.
      if ((await lstat(place.path)).isDirectory()) throw new VirtualFilesError('is-a-directory');
      await unlink(place.path);
      await syncFolder(place.folder);
    });
  }

  makeDirectory(path: string): Promise<void> {
    return onFiles(async () => {
      const place = await this.#place(path);
      await mkdir(place.path, { mode: this.#directoryMode });
      await syncFolder(place.folder);
    });
  }

  removeDirectory(path: string): Promise<void> {
    return onFiles(async () => {
      const place = await this.#place(path);
      if (place.name === '') throw new VirtualFilesError('denied');
      await rmdir(place.path);
      await syncFolder(place.folder);
    });
  }

  setModified(path: string, modified: number): Promise<void> {
    return onFiles(async () => {
      const place = await this.#place(path);
      await lutimes(place.path, modified / 1000, modified / 1000);
    });
  }

  /** Where a path lies on disk: its directory must be there and inside; the last name may be missing, and is not followed. */
  async #place(path: string): Promise<{ readonly path: string; readonly folder: string; readonly name: string }> {
    const { directory, name } = splitPath(virtualPath(path));
    // What lies right in the root needs no look at the way to it: the root is whatever the operator made it.
    const folder = directory === '/' && name !== '' ? this.#root : await this.#inside(directory);
    return { path: name === '' ? folder : join(folder, demandOneName(name)), folder, name };
  }

  /** The true path of a directory, all links resolved. */
  async #inside(directory: string): Promise<string> {
    const below = join(this.#root, ...directory.split('/').map(demandOneName));
    const [root, path] = await Promise.all([realpath(this.#root), realpath(below)]);
    if (path !== root && !path.startsWith(root.endsWith(sep) ? root : root + sep))
      throw new VirtualFilesError('denied');
    return path;
  }
}

/** Fewer than {@link BATCH} are the last ones. */
async function namesFrom(open: Dir): Promise<readonly string[]> {
  const names: string[] = [];
  while (names.length < BATCH) {
    const entry = await open.read();
    if (entry === null) break;
    names.push(entry.name);
  }
  return names;
}

/** On Windows these characters separate names or streams. */
function demandOneName(name: string): string {
  if (WINDOWS && /[\\:<>"|?*]/.test(name)) throw new VirtualFilesError('name-refused');
  return name;
}

async function entryAt(path: string, name: string): Promise<VirtualEntry | undefined> {
  const stat = await orAbsent(() => lstat(path));
  if (stat?.isDirectory()) return { name, kind: 'directory', size: 0, modified: stat.mtimeMs };
  return stat?.isFile() ? { name, kind: 'file', size: stat.size, modified: stat.mtimeMs } : undefined;
}

/**
 * Gives the file its new name only if nothing has it, as one step: a second name, then the first is taken away. A kill in between
 * leaves both, each of the whole file. False for a directory, and on a file system without hard links.
 */
async function moveByLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
  } catch (error) {
    if (NO_LINKS.has(systemCodeOf(error))) return false;
    throw error;
  }
  await unlink(from);
  return true;
}

/** The look and the rename are two steps. */
async function moveAfterLook(from: string, to: string, overwrite: boolean): Promise<void> {
  const [moved, there] = await Promise.all([lstat(from), orAbsent(() => lstat(to))]);
  if (there !== undefined && (!overwrite || moved.isDirectory())) throw new VirtualFilesError('exists');
  if (there?.isDirectory()) throw new VirtualFilesError('is-a-directory');
  // For two names of one file the system's rename does nothing and says that all is well.
  const same = there !== undefined && there.ino === moved.ino && there.dev === moved.dev;
  if (!same) await rename(from, to);
  else if (from !== to) await unlink(from);
}

async function orAbsent<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error))) return undefined;
    throw error;
  }
}
