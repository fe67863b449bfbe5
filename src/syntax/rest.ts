/** Bytes between two rests: reading them takes some tens of milliseconds. */
const BYTES_BETWEEN_RESTS = 1024 * 1024;
/** Where they take longer, as on code that is not compiled yet, or where each of them is at fault. */
const MS_BETWEEN_RESTS = 40;

/**
 * Lets timers, signals and other requests have their turn while a long input is read: what is in memory never waits, and promises alone do not
 * let go of the thread.
 */
export class Rests {
  #bytes = 0;
  #rested = performance.now();

  /** Counts what was given. @returns what to wait for, where it is time to rest. */
  after(bytes: number): Promise<void> | undefined {
    this.#bytes += bytes;
    if (this.#bytes < BYTES_BETWEEN_RESTS && performance.now() - this.#rested < MS_BETWEEN_RESTS) return undefined;
    this.#bytes = 0;
    return this.#rest();
  }

  async #rest(): Promise<void> {
    await turn();
    this.#rested = performance.now();
  }
}

function turn(): Promise<void> {
  // A timer of zero waits for milliseconds, so it is for those that have nothing else.
  if (typeof setImmediate === 'function') return new Promise((resolve) => setImmediate(resolve));
  return new Promise((resolve) => setTimeout(resolve, 0));
}
