import { batchesOf } from '../virtual-files/batches-of.js';
import type { VirtualEntry, VirtualFiles } from '../virtual-files/virtual-files.js';
import { joinPath } from '../virtual-files/virtual-path.js';

/** Every file and directory of a tree but its root; a directory that cannot be listed, or only in part, is left there. */
export async function* entriesBelow(
  files: VirtualFiles,
): AsyncGenerator<{ readonly path: string; readonly entry: VirtualEntry }> {
  const directories = ['/'];
  for (let directory = directories.pop(); directory !== undefined; directory = directories.pop()) {
    const batches = batchesOf(files, directory)[Symbol.asyncIterator]();
    try {
      for (;;) {
        const batch = await batches.next().catch(() => undefined);
        if (batch === undefined || batch.done) break;
        for (const entry of batch.value) {
          const path = joinPath(directory, entry.name);
          if (entry.kind === 'directory') directories.push(path);
          yield { path, entry };
        }
      }
    } finally {
      await batches.return?.();
    }
  }
}
