import { randomBytes } from 'node:crypto';
import { lstatSync, rmSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';

/** Before anything is read that will be written there. @throws Error with `EEXIST` where something is there already. */
export function demandNoFile(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
  throw Object.assign(new Error('A file is there already.'), { code: 'EEXIST', path });
}

/**
 * Writes a file that was not there, and that its owner alone may read: what commands save is about patients.
 * @throws Error as the file system says it; nothing is left of a file that could not be written whole.
 */
export async function writeNewFile(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/**
 * Writes a file by and by: beside its place, under a name that nobody else has, and in its place once it is whole. What fails, or is ended
 * by Ctrl-C, leaves nothing.
 * @throws Error as `write` and the file system.
 */
export async function writeBeside<Result>(path: string, write: (file: FileHandle) => Promise<Result>): Promise<Result> {
  const beside = `${path}.${randomBytes(6).toString('hex')}.part`;
  const file = await open(beside, 'wx', 0o600);
  const end = (signal: NodeJS.Signals): void => {
    rmSync(beside, { force: true });
    // Nobody listens any more: it ends the process, and whoever waits for it is told by what.
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.once(signal, end);
  try {
    const result = await write(file);
    await file.sync();
    await file.close();
    await rename(beside, path);
    return result;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(beside, { force: true });
    throw error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
