import { networkOf } from './network-of.js';

export interface LoginThrottleOptions {
  /** Failures before answers slow down. Default 3. */
  readonly freeFailures?: number;
  /** Milliseconds the first slowed answer waits; doubled by each failure after it. Default 500. */
  readonly delay?: number;
  /** Milliseconds, at most. Default 8,000. */
  readonly maxDelay?: number;
  /** Failures for one user after which logins are refused for a while. Default 20. */
  readonly userFailures?: number;
  /** The same for one address (IPv6: one /64). Default 40. */
  readonly addressFailures?: number;
  /** Milliseconds of refusal, and after which failures are forgotten. Default 15 minutes. */
  readonly forget?: number;
  /** Users and addresses remembered; the oldest go first. Default 10,000 each. */
  readonly remember?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** One attempt to log in. It counts as failed until `succeeded` is called, so that many at once get no more tries than in turn. */
export interface LoginAttempt {
  /** Milliseconds until logins are allowed again; `undefined`: go on. */
  readonly refusedFor: number | undefined;
  /** Milliseconds to wait before the answer, whatever it is. */
  readonly delay: number;
  /** Resolves after the delay, or once the same user has logged in from the same address meanwhile: programs open several sessions at once. */
  waited(): Promise<void>;
  succeeded(): void;
}

interface Failures {
  count: number;
  last: number;
}

/**
 * Slows down and then refuses who guesses passwords. An address from which the user has logged in is not shut out by what others
 * try from elsewhere: else anyone could keep a partner away by failing in their name.
 */
export class LoginThrottle {
  readonly #options: Required<LoginThrottleOptions>;
  readonly #users = new Map<string, Failures>();
  readonly #addresses = new Map<string, Failures>();
  /** User and address pairs that logged in, and when last. */
  readonly #known = new Map<string, number>();
  /** Those of a pair that wait for their delay. */
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(options: LoginThrottleOptions = {}) {
    this.#options = {
      freeFailures: 3,
      delay: 500,
      maxDelay: 8_000,
      userFailures: 20,
      addressFailures: 40,
      forget: 15 * 60_000,
      remember: 10_000,
      now: Date.now,
      ...options,
    };
  }

  attempt(user: string, address: string): LoginAttempt {
    const network = networkOf(address);
    const pair = `${network} ${user}`;
    const key = this.#known.has(pair) ? pair : user;
    const byUser = this.#failures(this.#users, key);
    const byAddress = this.#failures(this.#addresses, network);
    const refusedFor = this.#refusal(byUser, byAddress);
    if (refusedFor !== undefined) return { refusedFor, delay: 0, waited: async () => {}, succeeded: () => {} };
    const delay = this.#delay(Math.max(byUser.count, byAddress.count));
    this.#count(byUser, byAddress);
    return {
      refusedFor,
      delay,
      waited: () => this.#waited(pair, delay),
      succeeded: () => this.#succeeded(key, network, pair),
    };
  }

  /** Failures of an address that names no user: a login that was never finished. */
  failed(address: string): void {
    this.#count(this.#failures(this.#addresses, networkOf(address)));
  }

  /** Milliseconds for which nothing from this address is heard; `undefined`: it is. */
  refused(address: string): number | undefined {
    const failures = this.#addresses.get(networkOf(address));
    return failures === undefined ? undefined : this.#refusal(undefined, failures);
  }

  #succeeded(key: string, network: string, pair: string): void {
    this.#users.delete(key);
    this.#users.delete(pair);
    this.#addresses.delete(network);
    this.#known.delete(pair);
    this.#known.set(pair, this.#options.now());
    trim(this.#known, this.#options.remember);
    for (const goOn of this.#waiting.get(pair) ?? []) {
      // The success has wiped out that these are under way, and each may yet be a guess.
      this.#count(this.#failures(this.#users, pair), this.#failures(this.#addresses, network));
      goOn();
    }
  }

  #waited(pair: string, delay: number): Promise<void> {
    if (delay === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(pair) ?? new Set();
      this.#waiting.set(pair, waiting);
      const goOn = (): void => {
        clearTimeout(timer);
        waiting.delete(goOn);
        if (waiting.size === 0 && this.#waiting.get(pair) === waiting) this.#waiting.delete(pair);
        resolve();
      };
      const timer = setTimeout(goOn, delay).unref();
      waiting.add(goOn);
    });
  }

  #count(...all: readonly Failures[]): void {
    for (const failures of all) {
      failures.count++;
      failures.last = this.#options.now();
    }
  }

  #failures(map: Map<string, Failures>, key: string): Failures {
    const now = this.#options.now();
    const before = map.get(key);
    const failures =
      before === undefined || now - before.last > this.#options.forget ? { count: 0, last: now } : before;
    // Put at the end, so that the front is the oldest.
    map.delete(key);
    map.set(key, failures);
    trim(map, this.#options.remember);
    return failures;
  }

  #refusal(byUser: Failures | undefined, byAddress: Failures): number | undefined {
    const { userFailures, addressFailures, forget, now } = this.#options;
    const since = Math.max(
      byUser !== undefined && byUser.count >= userFailures ? byUser.last : -Infinity,
      byAddress.count >= addressFailures ? byAddress.last : -Infinity,
    );
    const left = since + forget - now();
    return left > 0 ? left : undefined;
  }

  #delay(failures: number): number {
    const { freeFailures, delay, maxDelay } = this.#options;
    return failures < freeFailures ? 0 : Math.min(maxDelay, delay * 2 ** Math.min(30, failures - freeFailures));
  }
}

function trim(map: Map<string, unknown>, size: number): void {
  for (const key of map.keys()) {
    if (map.size <= size) return;
    map.delete(key);
  }
}
