import { setImmediate as immediate, setTimeout as wait } from 'node:timers/promises';

interface Waiting {
  readonly go: () => void;
}

/** Milliseconds for which work waits for its turn: where what it waits behind hangs, it hangs no longer for that. */
const PATIENCE_MS = 1000;
/** For which it lets others pass, and between two looks at them: where they never rest, a little of it is done all the same. */
const PASSING_MS = 25;
const LOOK_MS = 2;

export interface TurnsOptions {
  /** Milliseconds. Default a second. */
  readonly patienceMs?: number;
  /** Those whose work goes first: each piece of one's own waits a moment until none of it is under way. Default none. */
  readonly behind?: readonly Turns[];
}

/**
 * Lets so many pieces of work go on at once, and accounts take turns. Checks that come at the same moment would all go through the same
 * commits together and be answered together, after as long as all of them take; then their clients come back at the same moment. A few at
 * a time, the first are answered when it has taken as long as those few.
 */
export class Turns {
  readonly #most: number;
  readonly #patienceMs: number;
  readonly #behind: readonly Turns[];
  /** By account; whose turn is next stands first. */
  readonly #lines = new Map<string, Waiting[]>();
  #working = 0;

  constructor(most: number, { patienceMs = PATIENCE_MS, behind = [] }: TurnsOptions = {}) {
    this.#most = most;
    this.#patienceMs = patienceMs;
    this.#behind = behind;
  }

  get isIdle(): boolean {
    return this.#working === 0;
  }

  /** @returns what the work returns; rejects with what it throws. */
  async run<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#working < this.#most) this.#working++;
    else await this.#turnOf(accountId);
    try {
      if (this.#behind.length > 0) await this.#letOthersPass();
      return await work();
    } finally {
      // A place goes from hand to hand, so that nobody slips in between.
      if (this.#working > this.#most || !this.#giveOn()) this.#working--;
    }
  }

  /** A turn in which nothing is done: between two pieces of what goes on for long. */
  rest(accountId: string): Promise<void> {
    return this.run(accountId, async () => undefined);
  }

  async #letOthersPass(): Promise<void> {
    const end = performance.now() + PASSING_MS;
    // What has just come is read at least.
    await immediate();
    while (this.#behind.some(({ isIdle }) => !isIdle) && performance.now() < end) await wait(LOOK_MS);
  }

  #turnOf(accountId: string): Promise<void> {
    return new Promise((resolve) => {
      const line = this.#lines.get(accountId) ?? [];
      const timer = setTimeout(() => {
        this.#leave(accountId, waiting);
        this.#working++;
        resolve();
      }, this.#patienceMs);
      const waiting = {
        go: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      line.push(waiting);
      this.#lines.set(accountId, line);
    });
  }

  #leave(accountId: string, waiting: Waiting): void {
    const left = (this.#lines.get(accountId) ?? []).filter((one) => one !== waiting);
    if (left.length === 0) this.#lines.delete(accountId);
    else this.#lines.set(accountId, left);
  }

  /** @returns whether somebody has taken the place. */
  #giveOn(): boolean {
    const [first] = this.#lines;
    if (first === undefined) return false;
    const [accountId, line] = first;
    const next = line.shift();
    this.#lines.delete(accountId);
    // Behind all others.
    if (line.length > 0) this.#lines.set(accountId, line);
    next?.go();
    return next !== undefined;
  }
}
