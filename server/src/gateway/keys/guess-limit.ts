import type { Clock } from '../../clock.js';
import { placeOf } from '../../http/address-place.js';

/** So many wrong keys from one address within the window; later ones are answered 429 until the window ends. */
export const GUESSES = { most: 20, windowMs: 60_000 } as const;
/** Addresses remembered at most. */
const MAX_ADDRESSES = 10_000;

interface Guesses {
  count: number;
  readonly until: number;
}

/** Counts wrong keys by address. Good keys do not wait, so that a neighbour behind the same address who guesses locks nobody out. */
export class GuessLimit {
  readonly #clock: Clock;
  readonly #addresses = new Map<string, Guesses>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Seconds until the address may be wrong again; 0: now. */
  waitOf(address: string): number {
    const guesses = this.#current(placeOf(address));
    if (guesses === undefined || guesses.count < GUESSES.most) return 0;
    return Math.max(1, Math.ceil((guesses.until - this.#clock.now()) / 1000));
  }

  /** Counts one more; the first one opens the window. */
  wrong(address: string): void {
    const place = placeOf(address);
    const guesses = this.#current(place);
    if (guesses !== undefined) {
      guesses.count++;
      return;
    }
    // The oldest goes first, so that memory has an end.
    const oldest = this.#addresses.size >= MAX_ADDRESSES ? this.#addresses.keys().next().value : undefined;
    if (oldest !== undefined) this.#addresses.delete(oldest);
    this.#addresses.set(place, { count: 1, until: this.#clock.now() + GUESSES.windowMs });
  }

  #current(place: string): Guesses | undefined {
    const guesses = this.#addresses.get(place);
    if (guesses === undefined || guesses.until > this.#clock.now()) return guesses;
    this.#addresses.delete(place);
    return undefined;
  }
}
