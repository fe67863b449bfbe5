import { basename, dirname } from 'node:path';
import type { FolderSteps } from '../../src/stores/folder-steps.js';

/** Runs one step when its turn comes; whose turn it is, the test decides. */
export type Turn = <T>(step: () => T) => Promise<T>;

export interface MemoryDisk {
  /** The steps as one process takes them. */
  steps(turn: Turn): FolderSteps;
}

/**
 * A file system in memory that is no kinder than the rules: a rename is one step, but a listing is not, so that it may show
 * both names of a file that is renamed meanwhile, or neither; and every preparation is old enough to be cleared away.
 * `tornMoves` makes a rename two steps, which no file system may do.
 */
export function memoryDisk(directory: string, { tornMoves = false } = {}): MemoryDisk {
  const folders = new Set([directory]);
  const files = new Map<string, string>();
  const namesIn = (folder: string): readonly string[] | undefined =>
    folders.has(folder)
      ? [...folders, ...files.keys()]
          .filter((path) => path !== folder && dirname(path) === folder)
          .map((p) => basename(p))
      : undefined;
  const demandFolder = (path: string): void => {
    if (!folders.has(path)) throw Object.assign(new Error('no such folder'), { code: 'ENOENT' });
  };
  const canMove = (from: string, to: string): boolean =>
    files.has(from) || (folders.has(from) && (namesIn(to)?.length ?? 0) === 0);
  const move = (from: string, to: string): void => {
    if (from === to) return;
    for (const path of [...folders, ...files.keys()]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      const text = files.get(path);
      const target = to + path.slice(from.length);
      if (text === undefined) folders.add(target);
      else files.set(target, text);
      folders.delete(path);
      files.delete(path);
    }
  };
  let listings = 0;
  const steps = (turn: Turn): FolderSteps => ({
    async list(folder) {
      const before = await turn(() => namesIn(folder));
      const after = await turn(() => namesIn(folder));
      if (before === undefined || after === undefined) return before;
      return listings++ % 2 === 0 ? [...new Set([...before, ...after])] : before.filter((name) => after.includes(name));
    },
    read: (file) => turn(() => files.get(file) ?? ''),
    write: (file, text) =>
      turn(() => {
        demandFolder(dirname(file));
        files.set(file, text);
      }),
    makeFolder: (folder) =>
      turn(() => {
        folders.add(folder);
      }),
    async move(from, to) {
      const can = await turn(() => {
        const possible = canMove(from, to);
        if (possible && !tornMoves) move(from, to);
        return possible;
      });
      if (can && tornMoves) await turn(() => move(from, to));
      return can;
    },
    sync: (folder) => turn(() => demandFolder(folder)),
    async remove(path) {
      for (const name of (await turn(() => namesIn(path))) ?? []) await turn(() => files.delete(`${path}/${name}`));
      await turn(() => folders.delete(path));
    },
    age: () => turn(() => Number.POSITIVE_INFINITY),
    pause: () => turn(() => undefined),
  });
  return { steps };
}
