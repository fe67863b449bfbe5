import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** All tests have had less than 100 MB at once, but a container often allows 64. */
const ROOM = 1_000_000_000;

/**
 * A folder for the temporary files of a run, in memory where there is room: every commit of a store is forced to its disk, and tests
 * make thousands. They kill processes, never the machine, so that what was written is there again either way. Removed when this
 * process ends.
 */
export function filesInMemory(): string | undefined {
  if (!hasRoom()) return undefined;
  const folder = mkdtempSync(join(MEMORY, 'ediloom-tests-'));
  // As the folder that it stands in for: servers of other users write there, too.
  chmodSync(folder, 0o1777);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ROOM;
  } catch {
    return false;
  }
}
