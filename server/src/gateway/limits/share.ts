/** Milliseconds of a rate: a second that slides, so no clock's tick lets through twice as many. */
const SECOND = 1000;

/** What this process may use of one limit of an account, and what it uses. */
export class Share {
  readonly accountId: string;
  readonly pool: string;
  /** The limit of the account, as its last request had it. */
  most: number;
  inUse = 0;
  /** Requests that wait for a place. */
  waiting = 0;
  /** Whether the others have been told that it needs places that it did not get. */
  isShort = false;
  /** Whether another process needs places of it. */
  isWanted = false;
  /** Exchanges since it was used or asked for. */
  idle = 0;
  #granted = 0;
  #leasedUntil = 0;
  /** What was said to be used, while the others are told: meanwhile they may be given all else. */
  #said: number | undefined;
  #toldMeanwhile = false;
  #times: number[] = [];
  #wakers: (() => void)[] = [];

  constructor(accountId: string, pool: string, most: number) {
    this.accountId = accountId;
    this.pool = pool;
    this.most = most;
  }

  /** @param part what it may have where it has no lease: some while the database is lost, else nothing. */
  places(now: number, part: number): number {
    if (now >= this.#leasedUntil) return Math.min(this.most, part);
    return Math.min(this.most, this.#said ?? this.#granted);
  }

  used(now: number): number {
    this.#times = this.#times.filter((time) => now - time < SECOND);
    return this.inUse + this.#times.length;
  }

  /** Counts one within this second. */
  count(now: number): void {
    this.#times.push(now);
  }

  hold(used: number): void {
    this.#said = used;
    this.#toldMeanwhile = false;
  }

  /** Another process needs places of it, or has given some up. */
  told(): void {
    this.#toldMeanwhile = true;
    this.isShort = false;
    this.isWanted = true;
  }

  /** @param grant places, of so many that were wanted, until then. */
  granted({
    places,
    wanted,
    until,
  }: {
    readonly places: number;
    readonly wanted: number;
    readonly until: number;
  }): void {
    // What was told while the database was asked may be newer than its answer.
    this.isShort = places < wanted && !this.#toldMeanwhile;
    if (!this.#toldMeanwhile) this.isWanted = false;
    this.#granted = places;
    this.#leasedUntil = until;
  }

  /** All that is granted may be used again; what was granted before stays its own where nobody has answered. */
  release(): void {
    this.#said = undefined;
    if (this.waiting > 0) this.wake();
  }

  /** Resolves when there may be a place. */
  changed(): Promise<void> {
    return new Promise((resolve) => this.#wakers.push(resolve));
  }

  wake(): void {
    for (const wake of this.#wakers.splice(0)) wake();
  }
}
