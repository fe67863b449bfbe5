import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from './folder-tree.js';
import { byBytes, UNFINISHED } from './object-name.js';

interface Entry {
  /** Below the root; a folder ends in `/`, which is where its objects stand in the order. */
  readonly name: string;
  readonly isFolder: boolean;
}

/**
 * Names of the files below a folder that begin with a prefix, in the order of their bytes; one folder at a time is in memory.
 * @param folder as in names: empty for the root, else with `/` at its end.
 */
export async function* listFolder(root: string, folder: string, prefix: string): AsyncGenerator<string> {
  for (const { name, isFolder } of await entriesOf(root, folder, prefix)) {
    if (isFolder) yield* listFolder(root, name, prefix);
    else yield name;
  }
}

async function entriesOf(root: string, folder: string, prefix: string): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  try {
    for await (const entry of await opendir(join(root, folder))) {
      const isFolder = entry.isDirectory();
      // Links and what else is neither file nor folder is no object.
      if (!isFolder && !entry.isFile()) continue;
      const name = `${folder}${entry.name}${isFolder ? '/' : ''}`;
      if (name === `${UNFINISHED}/`) continue;
      if (name.startsWith(prefix)) entries.push({ name, isFolder });
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  return entries.sort((a, b) => byBytes(a.name, b.name));
}
