import { transportError } from '../../delivery/transport-error.js';
import type { X12Error } from '../../model/error.js';

/** How slow a partner's server may be in the middle of a file. */
export interface LeastRate {
  /** Bytes a second, on the average; 0: any. */
  readonly minBytesPerSecond: number;
  /** Milliseconds that we have waited for the server before the average counts, and then again each time. */
  readonly slowTimeout: number;
}

/** No line that a person would use is as slow. */
export const LEAST_RATE: LeastRate = { minBytesPerSecond: 1024, slowTimeout: 120_000 };

export interface RateWatchOptions extends LeastRate {
  /** Bytes that have moved so far. */
  readonly moved: () => number;
  /** Bytes that may have moved and do not show yet, as they are told of together. Default 0. */
  readonly lump?: (() => number) | undefined;
  /** Called once. */
  readonly tooSlow: (error: X12Error) => void;
}

/**
 * Watches one transfer: a byte now and then is no silence, and would keep it for days. Only the time in which we wait for the server
 * counts, not what our own side takes.
 */
export class RateWatch {
  readonly #options: RateWatchOptions;
  readonly #timer: NodeJS.Timeout | undefined;
  /** Milliseconds that were waited since the average was last judged, and bytes that had moved then. */
  #waited = 0;
  #before: number;
  #since: number | undefined;

  constructor(options: RateWatchOptions) {
    this.#options = options;
    this.#before = options.moved();
    if (options.minBytesPerSecond > 0) {
      this.#timer = setInterval(() => this.#look(), Math.max(1, options.slowTimeout / LOOKS)).unref();
    }
  }

  /** One wait for the server, after another. */
  async during<T>(wait: Promise<T>): Promise<T> {
    this.#since = performance.now();
    try {
      return await wait;
    } finally {
      this.#waited = this.#time();
      this.#since = undefined;
    }
  }

  /** The transfer is over. */
  end(): void {
    clearInterval(this.#timer);
  }

  #time(): number {
    return this.#waited + (this.#since === undefined ? 0 : performance.now() - this.#since);
  }

  #look(): void {
    const { minBytesPerSecond, slowTimeout, moved, lump = () => 0, tooSlow } = this.#options;
    const waited = this.#time();
    if (waited < slowTimeout) return;
    const least = (minBytesPerSecond * waited) / 1000;
    const bytes = moved() - this.#before;
    if (bytes >= least) this.#begin();
    else if (bytes + lump() < least) {
      this.end();
      tooSlow(transportError('stalled', { details: { minBytesPerSecond, slowTimeout } }));
    }
  }

  #begin(): void {
    this.#before = this.#options.moved();
    this.#waited = 0;
    if (this.#since !== undefined) this.#since = performance.now();
  }
}

/** In the time that is judged. */
const LOOKS = 8;
