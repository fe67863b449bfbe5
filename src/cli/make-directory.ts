import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { CommandError } from './exit.js';

/**
 * Makes a directory, with those above it, where it is not there. Step by step: Node's own way of making all of a path never ends where a file
 * system refuses to make anything, as `/proc` does.
 * @throws CommandError that says what stands in the way.
 */
export async function makeDirectory(directory: string, mode = 0o777): Promise<void> {
  try {
    await make(resolve(directory), mode);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new CommandError(`The directory ${directory} cannot be made (${code}). Name another.`);
  }
}

async function make(path: string, mode: number): Promise<void> {
  if (await isThere(path)) return;
  if (dirname(path) !== path) await make(dirname(path), mode);
  await mkdir(path, { mode }).catch(async (error: unknown) => {
    // Another process may have made it meanwhile.
    if (!(await isThere(path))) throw error;
  });
}

async function isThere(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || found.isDirectory()) return found !== undefined;
  throw new CommandError(`${path} is a file, where a directory is needed. Name another.`);
}
