import { accessSync, chmodSync, constants, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Logger } from 'pino';
import { ConfigError } from '../config.js';
import { makeOwnerFolder } from '../owner-file.js';

/** What lies in the data folder and has payloads or keys in it, with the permissions it is to have. */
const PRIVATE = [
  ...['store.sqlite', 'store.sqlite-wal', 'store.sqlite-shm', 'owner.lock', 'owner.pid'].map(
    (name) => [name, 0o600] as const,
  ),
  ['objects', 0o700] as const,
];

/**
 * Makes the data folder where it is not there, sees that it can be used, and takes the rights of other users away from what a release or a
 * shell before has left open to them: before the store is opened, so that nothing more is read by them.
 * @throws ConfigError that says what stands in its way.
 */
export function openDataFolder(dataDir: string, log: Pick<Logger, 'warn'>): void {
  const path = resolve(dataDir);
  try {
    makeOwnerFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new ConfigError(`DATA_DIR cannot be used: ${reasonOf(cause, path)}`, { cause });
  }
  if (process.platform === 'win32') return;
  closeToWriters(path, log);
  closeToOthers(path, log);
}

/** Who may write into the folder may put another store or admin token in the place of ours. A group that may is the operator's choice. */
function closeToWriters(path: string, log: Pick<Logger, 'warn'>): void {
  const { mode } = statSync(path);
  if ((mode & 0o002) === 0) return;
  const closed = changeMode(path, mode & 0o7775);
  log.warn(
    { folder: path },
    closed
      ? 'Every user of this machine could change what is in the data folder; they cannot any more. See that its files are its own.'
      : 'Every user of this machine can change what is in the data folder. Run: chmod o-w on it.',
  );
}

function closeToOthers(path: string, log: Pick<Logger, 'warn'>): void {
  const found = PRIVATE.filter(([name]) => {
    const stats = statSync(join(path, name), { throwIfNoEntry: false });
    return stats !== undefined && (stats.mode & 0o077) !== 0;
  });
  const open = found.flatMap(([name, mode]) => (changeMode(join(path, name), mode) ? [] : [name]));
  const closed = found.map(([name]) => name).filter((name) => !open.includes(name));
  if (closed.length > 0) {
    log.warn(
      { files: closed },
      'Other users of this machine could read these files of the data folder; they cannot any more.',
    );
  }
  if (open.length > 0) {
    log.warn(
      { files: open },
      'Other users of this machine can read these files of the data folder. Run: chmod go= on each.',
    );
  }
}

function reasonOf(error: unknown, path: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOTDIR') return `${path} is, or lies below, a file. Name a folder.`;
  if (code === 'EACCES' || code === 'EPERM') {
    return `this user may not write to ${path}. Give the folder to the user of this process, or name another one.`;
  }
  if (code === 'EROFS') return `${path} lies on a disk that is read only. Name another folder.`;
  if (code === 'ENOSPC') return `the disk of ${path} is full.`;
  return `${path} cannot be made${typeof code === 'string' ? ` (${code})` : ''}. Name another folder.`;
}

function changeMode(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
