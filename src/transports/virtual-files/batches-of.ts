import type { VirtualEntry, VirtualFiles } from './virtual-files.js';

/** What is in a directory, some at a time where the tree can. @throws what `list` throws, before the first. */
export function batchesOf(files: VirtualFiles, path: string): AsyncIterable<readonly VirtualEntry[]> {
  return files.batches?.(path) ?? listed(files, path);
}

async function* listed(files: VirtualFiles, path: string): AsyncGenerator<readonly VirtualEntry[]> {
  yield await files.list(path);
}
