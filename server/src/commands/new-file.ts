import { lstatSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';

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
