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
 * The time that the patterns of one account's guides may take of a process. A linear engine is done with every text, but some patterns
 * cost it thousands of times what others do: five megabytes could take half a minute, in which nobody else would be answered. An
 * account that uses its time up waits for it to come back; usual patterns (half a microsecond for a value) never come near.
 */
export class PatternTime {
  readonly #now: () => number;
  readonly #most: number;
  readonly #share: number;
  #left: number;
  #at: number;

  constructor({ now, mostMs = 1_000, share = 0.1 }: PatternTimeOptions) {
    this.#now = now;
    this.#most = mostMs;
    this.#share = share;
    this.#left = mostMs;
    this.#at = now();
  }

  /** Whether a text fits. @throws Problem `too-many` when the time is used up. */
  fits(pattern: BuiltPattern, text: string): boolean {
    const before = this.#now();
    this.#left = Math.min(this.#most, this.#left + (before - this.#at) * this.#share);
    this.#at = before;
    if (this.#left <= 0) throw tooSlow();
    pattern.used = true;
    try {
      return pattern.matches(text);
    } finally {
      const after = this.#now();
      this.#left -= after - before;
      this.#at = after;
    }
  }
}

function tooSlow(): Problem {
  return new Problem(
    'too-many',
    "The patterns of the account's guides take too much time. Make them simpler, send less at once, or try again later.",
    { code: 'PATTERNS_TOO_SLOW' },
  );
}
