import { chmod, writeFile } from 'node:fs/promises';
import { isX12Error } from '../model/error.js';
import { cannotWrite } from './cannot-write.js';
import { CommandError } from './exit.js';
import { errorCodeOf, giveFreeName } from './give-name.js';
import { beginPart, PART_MODE } from './part-file.js';

/**
 * Writes a file that must not exist yet: whole, or not at all. The bytes go to a file beside it, which gets the name when
 * they are safe.
 */
export async function writeNewFile(
  file: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  { mode = 0o666 }: { readonly mode?: number } = {},
): Promise<void> {
  const part = await beginPart(file);
  try {
    await writeFile(part.path, bytes, { flag: 'wx', flush: true, mode: PART_MODE });
    await openAsUsual(part.path, mode);
    await giveFreeName(part.path, file);
  } catch (error) {
    if (error instanceof CommandError || isX12Error(error)) throw error; // of those who make the bytes
    if (errorCodeOf(error) === 'EEXIST') throw new CommandError(`${file} exists already. Name another file.`);
    throw cannotWrite(file, error);
  } finally {
    await part.release();
  }
}

/** Permissions of a file that is whole, as of any new one of a mode. Where there are none, as on FAT, that is no fault. */
export async function openAsUsual(part: string, mode: number): Promise<void> {
  await chmod(part, mode & ~process.umask()).catch(() => undefined);
}
