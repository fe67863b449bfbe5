import type { VirtualFiles } from '../virtual-files/virtual-files.js';
import { joinPath } from '../virtual-files/virtual-path.js';
import { isStagedName } from './staged-name.js';

/**
 * Removes what uploads left that a killed process had under way. The servers do it when a user first comes back; a program that wants
 * the room at once does it when it starts, for each home.
 * @param before milliseconds since 1970: what was written to later stays, as another process may still be at it. Default now.
 * @returns how many were removed.
 */
export async function sweepHome(files: VirtualFiles, before: number = Date.now()): Promise<number> {
  let removed = 0;
  const directories = ['/'];
  for (let directory = directories.pop(); directory !== undefined; directory = directories.pop()) {
    for (const entry of await files.list(directory).catch(() => [])) {
      const path = joinPath(directory, entry.name);
      if (entry.kind === 'directory') directories.push(path);
      else if (isStagedName(entry.name) && entry.modified < before) {
        // Another process may have been faster.
        removed += await files.remove(path).then(
          () => 1,
          () => 0,
        );
      }
    }
  }
  return removed;
}
