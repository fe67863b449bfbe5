import { PlaceLine, type Waiting } from './place-line.js';

/** No place was free for as long as somebody waits for one. */
export class NoPlace extends Error {
  override readonly name = 'NoPlace';
}

export interface PlacesOptions {
  /** Boxes at once. */
  readonly places: number;
  /** What one account has of them, at most: the rest is there for the others. */
  readonly share: number;
  /** Beside them, for accounts that have none: a few with functions that take a quarter of an hour keep nobody from their first. */
  readonly firsts: number;
  /** What one account has waiting, at most. */
  readonly waiting: number;
}

/** Who asks for a place. */
export interface PlaceAsked {
  readonly signal?: AbortSignal | undefined;
  /** Nobody waits for the run: default false. */
  readonly isPromised?: boolean | undefined;
}

/** Places of boxes on this machine. Accounts take turns, so that one with many waiting does not keep the others waiting. */
export class Places {
  readonly #options: PlacesOptions;
  readonly #running = new Map<string, number>();
  /** In the order of their turns. */
  readonly #lines = new Map<string, PlaceLine>();
  #free: number;

  constructor(options: PlacesOptions) {
    this.#options = options;
    this.#free = options.places;
  }

  /** How many have a place now, and how many wait for one. */
  figures(): { readonly running: number; readonly waiting: number } {
    const sum = (counts: Iterable<number>): number => [...counts].reduce((all, one) => all + one, 0);
    return { running: sum(this.#running.values()), waiting: sum([...this.#lines.values()].map((one) => one.length)) };
  }

  /**
   * Waits for a place.
   * @param patienceMs how long, at most.
   * @returns what gives it back.
   * @throws NoPlace; what the signal is aborted with.
   */
  async take(owner: string, patienceMs: number, { signal, isPromised = false }: PlaceAsked = {}): Promise<() => void> {
    signal?.throwIfAborted();
    const line = this.#lines.get(owner) ?? new PlaceLine();
    if (line.length >= this.#options.waiting) throw new NoPlace('Too many wait already.');
    this.#lines.set(owner, line);
    await new Promise<void>((resolve, reject) => {
      const leave = (error: unknown): void => {
        if (!line.remove(waiting)) return;
        if (line.length === 0 && this.#lines.get(owner) === line) this.#lines.delete(owner);
        settle();
        reject(error);
      };
      const giveUp = (): void => leave(signal?.reason);
      const timer = setTimeout(() => leave(new NoPlace('No place became free.')), patienceMs);
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
      };
      const waiting: Waiting = {
        take: () => {
          settle();
          resolve();
        },
      };
      signal?.addEventListener('abort', giveUp);
      line.add(waiting, isPromised);
      this.#fill();
    });
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      this.#count(owner, -1);
      this.#fill();
    };
  }

  #fill(): void {
    for (const [owner, line] of this.#lines) {
      if (!this.#hasPlace(this.#running.get(owner) ?? 0)) continue;
      const next = line.next();
      this.#lines.delete(owner);
      // Set anew it is last: the others come first.
      if (line.length > 0) this.#lines.set(owner, line);
      if (next === undefined) continue;
      this.#count(owner, 1);
      next.take();
    }
  }

  #hasPlace(running: number): boolean {
    const { share, firsts } = this.#options;
    return running === 0 ? this.#free > -firsts : this.#free > 0 && running < share;
  }

  #count(owner: string, change: 1 | -1): void {
    this.#free -= change;
    const count = (this.#running.get(owner) ?? 0) + change;
    if (count === 0) this.#running.delete(owner);
    else this.#running.set(owner, count);
  }
}
