import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The limit of the machine: 4 KB written and synced, one after another, for half a second. */
export function syncsPerSecond(folder: string): number {
  const file = openSync(join(folder, 'bench-sync'), 'w');
  const block = Buffer.alloc(4096, 'x');
  const begin = performance.now();
  let count = 0;
  for (; performance.now() - begin < 500; count++) {
    writeSync(file, block);
    fdatasyncSync(file);
  }
  closeSync(file);
  return count * 2;
}
