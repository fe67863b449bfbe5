import { Problem } from '../problems.js';
import type { BuiltPattern } from './built-patterns.js';

export interface PatternTimeOptions {
  /** Milliseconds that do not go back. */
  readonly now: () => number;
  /** What an account may use at once. Default 1,000. */
  readonly mostMs?: number | undefined;
  /** What comes back for each millisecond that goes by. Default 0.1. */
  readonly share?: number | undefined;
}

/**
 * The time that the patterns and rules of one account's guides may take of a process. A linear engine is done with every text, but some patterns
 * cost it thousands of times what others do: five megabytes could take half a minute, in which nobody else would be answered. An
 * account that uses its time up waits for it to come back; usual patterns (half a microsecond for a value) never come near. Rules without
 * patterns are cheap, but a thousand of them at each of thousands of segments are not.
 */
export class PatternTime {
  readonly #now: () => number;
  readonly #most: number;
  readonly #share: number;
  #left: number;
  #at: number;
  /** Rules are being run: what goes by is used and does not come back. */
  #inRules = false;

  constructor({ now, mostMs = 1_000, share = 0.1 }: PatternTimeOptions) {
    this.#now = now;
    this.#most = mostMs;
    this.#share = share;
    this.#left = mostMs;
    this.#at = now();
  }

  /** Whether a text fits. @throws Problem `too-many` when the time is used up. */
  fits(pattern: BuiltPattern, text: string): boolean {
    this.#settle();
    if (this.#left <= 0) throw tooSlow();
    const before = this.#at;
    pattern.used = true;
    try {
      return pattern.matches(text);
    } finally {
      const after = this.#now();
      this.#left -= after - before;
      this.#at = after;
    }
  }

  /** Rules are run from here on, until {@link endRules}. @throws Problem `too-many` when the time is used up. */
  beginRules(): void {
    this.#settle();
    if (this.#left <= 0) throw tooSlow();
    this.#inRules = true;
  }

  endRules(): void {
    this.#settle();
    this.#inRules = false;
  }

  #settle(): void {
    const now = this.#now();
    const gone = now - this.#at;
    this.#left = this.#inRules ? this.#left - gone : Math.min(this.#most, this.#left + gone * this.#share);
    this.#at = now;
  }
}

function tooSlow(): Problem {
  return new Problem(
    'too-many',
    "The patterns and rules of the account's guides take too much time. Make them simpler, send less at once, or try again later.",
    { code: 'GUIDES_TOO_SLOW' },
  );
}
