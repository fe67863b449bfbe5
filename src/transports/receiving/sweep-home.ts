import { requireForm } from '../../model/check-options.js';
import type { VirtualFiles } from '../virtual-files/virtual-files.js';
import { entriesBelow } from './entries-below.js';
import { isStagedName } from './staged-name.js';

/**
 * Removes what uploads left that a killed process had under way. The servers do it when a user first comes back; a program that wants
 * the room at once does it when it starts, for each home.
 * @param before milliseconds since 1970: what was written to later stays, as another process may still be at it. Default now.
 * @returns how many were removed.
 */
export async function sweepHome(files: VirtualFiles, before: number = Date.now()): Promise<number> {
  requireForm('sweepHome', 'files', files, 'object');
  if (files.forgetsStaged === true) return 0;
  let removed = 0;
  for await (const { path, entry } of entriesBelow(files)) {
    if (entry.kind !== 'file' || !isStagedName(entry.name) || entry.modified >= before) continue;
    // Another process may have been faster.
    removed += await files.remove(path).then(
      () => 1,
      () => 0,
    );
  }
  return removed;
}
