import type { VirtualFiles } from '../virtual-files/virtual-files.js';
import { entriesBelow } from './entries-below.js';

/** The application takes files away without saying so; a full home is counted anew no more often than this, in milliseconds. */
const RECOUNT_AFTER = 2_000;

const NONE = Number.POSITIVE_INFINITY;
const DEFAULT_MAX_FILES = 100_000;

/** What a home may hold; absent: any number. */
export interface HomeLimits {
  readonly quotaBytes?: number | undefined;
  /** Files and directories. Default 100,000 where there is a quota of bytes. */
  readonly maxFiles?: number | undefined;
}

/** How many bytes and files a home holds, against its quota. Counted at the first writing, then kept up to date. */
export class HomeSpace {
  readonly #files: VirtualFiles;
  readonly #quota: number;
  readonly #maxFiles: number;
  readonly #now: () => number;
  #used = 0;
  /** Bytes of files that are there still, and are counted no more, as others are about to take their place. */
  #replaced = 0;
  /** Files and directories that are there, and those given up since they were counted. */
  #entries = 0;
  #entriesGone = 0;
  #counting: Promise<void> | undefined;
  #counted = Number.NEGATIVE_INFINITY;

  /** Without a quota nothing is counted. */
  constructor(files: VirtualFiles, { quotaBytes = NONE, maxFiles }: HomeLimits, now: () => number = Date.now) {
    this.#files = files;
    this.#quota = quotaBytes;
    this.#maxFiles = maxFiles ?? (quotaBytes === NONE ? NONE : DEFAULT_MAX_FILES);
    this.#now = now;
  }

  async begin(): Promise<void> {
    if (this.#quota === NONE && this.#maxFiles === NONE) return;
    // Sessions that work on one name at once may give up one file twice: after as many as there may be, all are counted anew.
    if (this.#counted === Number.NEGATIVE_INFINITY || this.#entriesGone > this.#maxFiles) await this.#count();
  }

  /** Before a file or a directory is made. False, and nothing taken, when there are as many as may be. */
  async takeEntry(): Promise<boolean> {
    await this.begin();
    if (this.#entries >= this.#maxFiles && this.#now() - this.#counted >= RECOUNT_AFTER) await this.#count();
    if (this.#entries >= this.#maxFiles) return false;
    this.#entries++;
    return true;
  }

  /** One more is there after all. */
  addEntry(): void {
    this.#entries++;
  }

  /** One is gone, or was not made. */
  releaseEntry(): void {
    this.#entries = Math.max(0, this.#entries - 1);
    this.#entriesGone++;
  }

  /** False, and nothing taken, when there is not that much room. */
  take(bytes: number): boolean {
    if (this.#used + bytes > this.#quota) return false;
    this.#used += bytes;
    return true;
  }

  async takeAfterRecount(bytes: number): Promise<boolean> {
    if (this.#now() - this.#counted >= RECOUNT_AFTER) await this.#count();
    return this.take(bytes);
  }

  release(bytes: number): void {
    this.#used = Math.max(0, this.#used - bytes);
  }

  /** The opposite, for what was released and stays after all. */
  restore(bytes: number): void {
    this.#used += bytes;
  }

  /** So many bytes of a file are not counted from now on, though it is there; `replaced` ends it. */
  replacing(bytes: number): void {
    this.#replaced += bytes;
  }

  replaced(bytes: number): void {
    this.#replaced -= bytes;
  }

  #count(): Promise<void> {
    this.#counting ??= this.#sum().finally(() => {
      this.#counting = undefined;
    });
    return this.#counting;
  }

  async #sum(): Promise<void> {
    const before = this.#used;
    const entriesBefore = this.#entries;
    const { bytes: sum, entries } = await this.#total();
    // What was taken meanwhile may be in the sum already: counted too much rather than too little, until the next count.
    this.#used = Math.max(0, sum - this.#replaced) + Math.max(0, this.#used - before);
    this.#entries = entries + Math.max(0, this.#entries - entriesBefore);
    this.#entriesGone = 0;
    this.#counted = this.#now();
  }

  async #total(): Promise<{ readonly bytes: number; readonly entries: number }> {
    if (this.#files.total !== undefined) return this.#files.total();
    let [bytes, entries] = [0, 0];
    for await (const { entry } of entriesBelow(this.#files)) {
      bytes += entry.size;
      entries++;
    }
    return { bytes, entries };
  }
}
