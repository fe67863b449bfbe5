import type { VirtualFiles } from '../virtual-files/virtual-files.js';
import { entriesBelow } from './entries-below.js';

/** The application takes files away without saying so; a full home is counted anew no more often than this, in milliseconds. */
const RECOUNT_AFTER = 2_000;

/** How many bytes a home holds, against its quota. Counted at the first writing, then kept up to date. */
export class HomeSpace {
  readonly #files: VirtualFiles;
  readonly #quota: number;
  readonly #now: () => number;
  #used = 0;
  /** Bytes of files that are there still, and are counted no more, as others are about to take their place. */
  #replaced = 0;
  #counting: Promise<void> | undefined;
  #counted = Number.NEGATIVE_INFINITY;

  /** Without a quota nothing is counted. */
  constructor(files: VirtualFiles, quota = Number.POSITIVE_INFINITY, now: () => number = Date.now) {
    this.#files = files;
    this.#quota = quota;
    this.#now = now;
  }

  async begin(): Promise<void> {
    if (this.#quota === Number.POSITIVE_INFINITY || this.#counted !== Number.NEGATIVE_INFINITY) return;
    await this.#count();
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
    let sum = 0;
    for await (const { entry } of entriesBelow(this.#files)) sum += entry.size;
    // What was taken meanwhile may be in the sum already: counted too much rather than too little, until the next count.
    this.#used = Math.max(0, sum - this.#replaced) + Math.max(0, this.#used - before);
    this.#counted = this.#now();
  }
}
