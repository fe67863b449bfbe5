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

/**
 * One attempt to log in, which ends by one of its last two. Until then it counts as a failure for those that come after it, so that many at
 * once get no more tries than in turn; but it shuts nobody out.
 */
export interface LoginAttempt {
  /** Milliseconds until logins are allowed again; `undefined`: go on. */
  readonly refusedFor: number | undefined;
  /** Milliseconds to wait before the answer, whatever it is. */
  readonly delay: number;
  /** Resolves after the delay, or once the same user has logged in from the same address meanwhile: programs open several sessions at once. */
  waited(): Promise<void>;
  succeeded(): void;
  failed(): void;
}

interface Failures {
  count: number;
  /** Attempts that have not ended. */
  underWay: number;
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
  /** Those that wait until an attempt under way has ended. */
  readonly #inTurn = new Set<() => void>();
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

  /** Waits while it is attempts under way that fill the limits: each of them may yet succeed. */
  async attemptInTurn(user: string, address: string): Promise<LoginAttempt> {
    for (;;) {
      const attempt = this.attempt(user, address);
      if (attempt.refusedFor === undefined || !this.#mayPass(user, address)) return attempt;
      await new Promise<void>((resolve) => this.#inTurn.add(resolve));
    }
  }

  attempt(user: string, address: string): LoginAttempt {
    const network = networkOf(address);
    const pair = `${network} ${user}`;
    const key = this.#known.has(pair) ? pair : user;
    const byUser = this.#failures(this.#users, key);
    const byAddress = this.#failures(this.#addresses, network);
    const refusedFor = this.#refusal(byUser, byAddress);
    if (refusedFor !== undefined) {
      return { refusedFor, delay: 0, waited: async () => {}, succeeded: () => {}, failed: () => {} };
    }
    const delay = this.#delay(Math.max(total(byUser), total(byAddress)));
    const both = [byUser, byAddress];
    for (const failures of both) {
      failures.underWay++;
      failures.last = this.#options.now();
    }
    let over = false;
    const end = (then: () => void) => (): void => {
      if (over) return;
      over = true;
      for (const failures of both) failures.underWay--;
      then();
      for (const goOn of [...this.#inTurn]) goOn();
      this.#inTurn.clear();
    };
    return {
      refusedFor,
      delay,
      waited: () => this.#waited(pair, delay),
      succeeded: end(() => this.#succeeded(both, key, pair)),
      failed: end(() => this.#count(...both)),
    };
  }

  /** Failures of an address that names no user: a login that was never finished. */
  failed(address: string): void {
    this.#count(this.#failures(this.#addresses, networkOf(address)));
  }

  /** Milliseconds for which nothing from this address is heard; `undefined`: it is. */
  refused(address: string): number | undefined {
    const failures = this.#addresses.get(networkOf(address));
    return failures === undefined ? undefined : this.#refusal(undefined, { ...failures, underWay: 0 });
  }

  /** True when what has failed does not shut out, and only attempts under way do. */
  #mayPass(user: string, address: string): boolean {
    const network = networkOf(address);
    const pair = `${network} ${user}`;
    const byUser = this.#failures(this.#users, this.#known.has(pair) ? pair : user);
    const byAddress = this.#failures(this.#addresses, network);
    const waitsFor = byUser.underWay + byAddress.underWay > 0;
    return waitsFor && this.#refusal({ ...byUser, underWay: 0 }, { ...byAddress, underWay: 0 }) === undefined;
  }

  #succeeded(both: readonly Failures[], key: string, pair: string): void {
    // Attempts under way stay counted: each may yet be a guess.
    for (const failures of [...both, this.#users.get(key), this.#users.get(pair)]) {
      if (failures !== undefined) failures.count = 0;
    }
    this.#known.delete(pair);
    this.#known.set(pair, this.#options.now());
    trim(this.#known, this.#options.remember);
    for (const goOn of this.#waiting.get(pair) ?? []) goOn();
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
      before === undefined || now - before.last > this.#options.forget ? { count: 0, underWay: 0, last: now } : before;
    // Put at the end, so that the front is the oldest.
    map.delete(key);
    map.set(key, failures);
    trim(map, this.#options.remember);
    return failures;
  }

  #refusal(byUser: Failures | undefined, byAddress: Failures): number | undefined {
    const { userFailures, addressFailures, forget, now } = this.#options;
    const since = Math.max(
      byUser !== undefined && total(byUser) >= userFailures ? byUser.last : -Infinity,
      total(byAddress) >= addressFailures ? byAddress.last : -Infinity,
    );
    const left = since + forget - now();
    return left > 0 ? left : undefined;
  }

  #delay(failures: number): number {
    const { freeFailures, delay, maxDelay } = this.#options;
    return failures < freeFailures ? 0 : Math.min(maxDelay, delay * 2 ** Math.min(30, failures - freeFailures));
  }
}

function total({ count, underWay }: Failures): number {
  return count + underWay;
}

function trim(map: Map<string, unknown>, size: number): void {
  for (const key of map.keys()) {
    if (map.size <= size) return;
    map.delete(key);
  }
}
