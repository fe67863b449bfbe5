/** Somebody who waits for a place. */
export interface Waiting {
  readonly take: () => void;
}

/**
 * Those of one account that wait for a place. Runs that somebody waits for and runs that were promised take turns: neither do thousands of events
 * keep a client waiting until it gives up, nor do clients who ask without end keep what was promised from ever being done.
 */
export class PlaceLine {
  readonly #awaited: Waiting[] = [];
  readonly #promised: Waiting[] = [];
  #wasAwaited = false;

  get length(): number {
    return this.#awaited.length + this.#promised.length;
  }

  add(waiting: Waiting, isPromised: boolean): void {
    (isPromised ? this.#promised : this.#awaited).push(waiting);
  }

  /** The next whose turn it is; of each kind the first. */
  next(): Waiting | undefined {
    const isAwaited = this.#awaited.length > 0 && !(this.#wasAwaited && this.#promised.length > 0);
    this.#wasAwaited = isAwaited;
    return (isAwaited ? this.#awaited : this.#promised).shift();
  }

  /** @returns whether it was there. */
  remove(waiting: Waiting): boolean {
    for (const line of [this.#awaited, this.#promised]) {
      const at = line.indexOf(waiting);
      if (at < 0) continue;
      line.splice(at, 1);
      return true;
    }
    return false;
  }
}
