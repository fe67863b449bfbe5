import { mkdirSync, readdirSync, realpathSync, renameSync, rmdirSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemClock } from '../clock.js';
import { UNFINISHED } from './object-name.js';
import { ObjectStoreError } from './object-store.js';
import { syncFolder } from './sync-folder.js';

const DAY_MS = 86_400_000;
/** Folders remembered to be on the disk. */
const MAX_KNOWN = 10_000;
/** How often a folder may be removed by others between its making and its use. */
const MAX_TRIES = 10;

/**
 * The folders below a root. Calls that only touch what the system has in memory are made at once: a hop to a thread and back takes
 * ten times as long. What waits for the disk does not block the process.
 */
export class FolderTree {
  readonly #root: string;
  /** Folders whose own entry is on the disk; a folder is removed from it when it is gone. */
  readonly #known = new Set<string>();
  /** Threads may have a tree each over one folder: how often one of them was about to remove a folder. */
  readonly #removals: Int32Array;
  #seenRemovals = 0;

  constructor(folder: string, removals: SharedArrayBuffer) {
    this.#removals = new Int32Array(removals);
    mkdirSync(join(folder, UNFINISHED), { recursive: true, mode: 0o700 });
    this.#root = realpathSync.native(folder);
    this.#dropAbandoned();
  }

  /** Where what is being written lies: in the same file system, out of the sight of `list`. */
  unfinished(): string {
    return join(this.#root, UNFINISHED);
  }

  /**
   * Where a name lies.
   * @returns `undefined` where its folder is not there, or is reached by a link only.
   */
  pathOf(segments: readonly string[]): string | undefined {
    const folder = join(this.#root, ...segments.slice(0, -1));
    try {
      if (realpathSync.native(folder) !== folder) return undefined;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
    return join(folder, segments.at(-1) ?? '');
  }

  /** Whether a folder is there, and not by a link only. */
  hasFolder(segments: readonly string[]): boolean {
    return this.pathOf([...segments, 'object']) !== undefined;
  }

  get root(): string {
    return this.#root;
  }

  /** Gives a whole file its name, in place of what had it; done when that is on the disk. */
  async moveIn(file: string, segments: readonly string[]): Promise<void> {
    const folder = join(this.#root, ...segments.slice(0, -1));
    const path = join(folder, segments.at(-1) ?? '');
    for (let tries = 1; ; tries++) {
      const removals = this.#forgetRemoved();
      try {
        await this.#make(folder);
        if (realpathSync.native(folder) !== folder) throw refused('is below a link, which is not followed');
        renameSync(file, path);
        // What another tree removed may be there again without being on the disk.
        if (this.#forgetRemoved() !== removals) await this.#make(folder);
        break;
      } catch (error) {
        if (hasCode(error, 'EISDIR', 'EEXIST', 'ENOTDIR', 'ENOTEMPTY')) {
          throw refused('lies below another object, or has others below it, which folders cannot keep', error);
        }
        // Who deletes the last object of a folder removes it.
        if (error instanceof ObjectStoreError || !isMissing(error) || tries === MAX_TRIES) throw error;
        this.#known.delete(folder);
      }
    }
    await syncFolder(folder);
  }

  /** Removes an object and the folders that are empty without it. */
  async remove(segments: readonly string[]): Promise<void> {
    const path = this.pathOf(segments);
    if (path === undefined) return;
    try {
      unlinkSync(path);
    } catch (error) {
      if (isMissing(error) || hasCode(error, 'EISDIR', 'EPERM')) return;
      throw error;
    }
    let folder = dirname(path);
    while (folder !== this.#root && this.#removedEmpty(folder)) folder = dirname(folder);
    await syncFolder(folder);
  }

  #removedEmpty(folder: string): boolean {
    // Before, so that no tree counts on the folder after.
    Atomics.add(this.#removals, 0, 1);
    return removedEmpty(folder);
  }

  /** Where a folder may have been removed since, none is known any more. @returns how many may have been, in all. */
  #forgetRemoved(): number {
    const removals = Atomics.load(this.#removals, 0);
    if (removals !== this.#seenRemovals) this.#known.clear();
    this.#seenRemovals = removals;
    return removals;
  }

  async #make(folder: string): Promise<void> {
    if (folder === this.#root || this.#known.has(folder)) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Another writer may have made it and not yet brought it to the disk, so the whole way is.
    const way: string[] = [];
    for (let above = dirname(folder); above.length >= this.#root.length; above = dirname(above)) way.push(above);
    await Promise.all(way.map(syncFolder));
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.add(folder);
  }

  /** What a process left that was killed while it wrote. */
  #dropAbandoned(): void {
    for (const name of readdirSync(this.unfinished())) {
      const path = join(this.unfinished(), name);
      const age = systemClock.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? systemClock.now());
      if (age > DAY_MS) rmSync(path, { force: true });
    }
  }
}

export function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO');
}

function removedEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

function refused(why: string, cause?: unknown): ObjectStoreError {
  return new ObjectStoreError('name-refused', `The name ${why}. Choose another one.`, { cause });
}
