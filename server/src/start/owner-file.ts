import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a file that only its owner may read; durable when it returns. */
export function writeOwnerFile(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = openSync(join(folder, name), 'w', 0o600);
  try {
    writeSync(file, `${text}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** @returns `undefined` where there is none. */
export function readOwnerFile(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8').trim();
  } catch {
    return undefined;
  }
}
