import { link, rm, writeFile } from 'node:fs/promises';
import { isX12Error } from '../model/error.js';
import { CommandError } from './exit.js';

/**
 * Writes a file that must not exist yet: whole, or not at all. The bytes go to a file beside it, which gets the name when
 * they are safe.
 */
export async function writeNewFile(
  file: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  { mode = 0o666 }: { readonly mode?: number } = {},
): Promise<void> {
  const part = `${file}.${process.pid}.part`;
  try {
    await writeFile(part, bytes, { flag: 'wx', flush: true, mode });
    // Unlike a rename, a link never replaces what is there.
    await link(part, file);
  } catch (error) {
    if (error instanceof CommandError || isX12Error(error)) throw error; // of those who make the bytes
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'EEXIST') throw new CommandError(`${file} exists already. Name another file.`);
    throw new CommandError(`${file} cannot be written (${code || 'unknown reason'}). Nothing was written.`);
  } finally {
    await rm(part, { force: true });
  }
}
