import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

/** Milliseconds after which a file that was not finished is taken for that of a process that was killed. */
const ABANDONED_MS = 60_000;

/** Writes a file that only its owner may read, in place of one that is there; durable and whole when it returns, and at any kill before. */
export function writeOwnerFile(folder: string, name: string, text: string): void {
  renameSync(unfinished(folder, name, text), join(folder, name));
  syncFolder(folder);
}

/** The same, where no such file is there yet. Of several processes, one makes it. */
export function makeOwnerFile(folder: string, name: string, text: string): void {
  const path = unfinished(folder, name, text);
  try {
    linkSync(path, join(folder, name));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  rmSync(path);
  syncFolder(folder);
}

/** @returns `undefined` where there is none. */
export function readOwnerFile(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8').trim();
  } catch {
    return undefined;
  }
}

/**
 * Makes a folder that only its owner may look into, with those above it, where they are not there. Step by step: Node's own way of making all of
 * a path never ends where a file system refuses to make anything, as `/proc` does.
 * @throws Error as `mkdir` does; `ENOTDIR` where a file stands in the way.
 */
export function makeOwnerFolder(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return;
  if (stats !== undefined) throw Object.assign(new Error('A file stands in the way.'), { code: 'ENOTDIR', path });
  if (dirname(path) !== path) makeOwnerFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** Removes what processes left that were killed while they wrote such a file. @param now Milliseconds since 1970. */
export function dropAbandonedFiles(folder: string, now: number): void {
  makeOwnerFolder(folder);
  for (const name of readdirSync(folder).filter((one) => /^[a-z.-]+\.\d+-[\da-f]{8}$/.test(one))) {
    const path = join(folder, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats !== undefined && now - stats.mtimeMs > ABANDONED_MS) rmSync(path, { force: true });
  }
}

/** A file that is whole and on the disk, still without its name: that of the file, of the process, and random digits. @returns its path. */
export function unfinished(folder: string, name: string, text: string): string {
  makeOwnerFolder(folder);
  const path = join(folder, `${name}.${process.pid}-${randomBytes(4).toString('hex')}`);
  const file = openSync(path, 'wx', 0o600);
  try {
    writeSync(file, `${text}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return path;
}

/** Brings the names in a folder to the disk. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const file = openSync(folder, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
