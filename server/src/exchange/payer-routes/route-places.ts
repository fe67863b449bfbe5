/** Milliseconds that a check waits for a place on its route. */
const PATIENCE_MS = 2_000;
/** Checks that wait at most: more are told at once. */
const MOST_WAITING = 1_000;
const SECOND = 1_000;

/** Checks of batches at once, where the settings say nothing. */
const BATCH_CONCURRENCY = 20;

/** What a route takes, as its settings say when a check comes. */
export interface PlacesOfRoute {
  readonly concurrency: number;
  readonly ratePerSecond: number | undefined;
  /** Of checks that nobody waits for; never more than half of all. */
  readonly batchConcurrency?: number | undefined;
}

/** The same, and whose check it is. */
interface Wish extends PlacesOfRoute {
  readonly accountId: string;
  /** Nobody waits for it. */
  readonly isOfBatch?: boolean | undefined;
}

/** What an account has of a route. */
interface Share {
  readonly underWay: number;
  /** When it took its last place. */
  readonly at: number;
}

const NOTHING: Share = { underWay: 0, at: Number.NEGATIVE_INFINITY };

interface Waiting {
  readonly wish: Wish;
  readonly go: (isTaken: boolean) => void;
}

/**
 * How many checks are under way over a route, and how many began within this second. Who comes while all places are taken waits a moment. A
 * place that becomes free goes to the account that has the fewest, of these to the one that took its last the longest time ago: accounts share
 * routes, and one that asks for much would keep all others from a slow payer. Within an account it goes to who came first.
 */
export class RoutePlaces {
  #underWay = 0;
  /** Of these, those of batches. */
  #ofBatches = 0;
  readonly #shares = new Map<string, Share>();
  /** When those of this second began. */
  #begun: number[] = [];
  readonly #waiting: Waiting[] = [];
  /** Until the rate lets the first one go. */
  #timer: NodeJS.Timeout | undefined;

  get underWay(): number {
    return this.#underWay;
  }

  /**
   * How many checks of batches may be under way, as things are: half of the places and of the rate are left to those that somebody waits for,
   * and none is had while one of these waits.
   */
  roomForBatch({ concurrency, ratePerSecond, batchConcurrency = BATCH_CONCURRENCY }: PlacesOfRoute): number {
    const half = (all: number): number => Math.max(1, Math.floor(all / 2));
    if (this.#waiting.length > 0 || this.#underWay >= concurrency) return 0;
    if (ratePerSecond !== undefined && this.#begunNow() >= half(ratePerSecond)) return 0;
    return Math.min(batchConcurrency, half(concurrency));
  }

  /** @returns what gives the place back; `undefined` where none became free in time. One of a batch does not wait. */
  async take(wish: Wish): Promise<(() => void) | undefined> {
    if (wish.isOfBatch === true && this.#ofBatches >= this.roomForBatch(wish)) return undefined;
    // Nobody slips in before those who wait.
    const isTaken = (this.#waiting.length === 0 && this.#tryTake(wish)) || (await this.#waited(wish));
    return isTaken ? this.#place(wish) : undefined;
  }

  #place({ accountId, isOfBatch = false }: Wish): () => void {
    let given = false;
    if (isOfBatch) this.#ofBatches++;
    return () => {
      if (given) return;
      given = true;
      this.#underWay--;
      if (isOfBatch) this.#ofBatches--;
      const { underWay, at } = this.#shareOf(accountId);
      this.#shares.set(accountId, { underWay: underWay - 1, at });
      this.#next();
      this.#forgetIdle();
    };
  }

  /** Who has nothing under way is remembered while there is a line, for the turns of it. */
  #forgetIdle(): void {
    // There is a share for each account: more of them than checks means that some are idle.
    if (this.#waiting.length > 0 || this.#shares.size <= this.#underWay) return;
    for (const [accountId, { underWay }] of this.#shares) if (underWay === 0) this.#shares.delete(accountId);
  }

  #shareOf(accountId: string): Share {
    return this.#shares.get(accountId) ?? NOTHING;
  }

  #waited(wish: Wish): Promise<boolean> {
    if (this.#waiting.length >= MOST_WAITING) return Promise.resolve(false);
    return new Promise((resolve) => {
      const waiting: Waiting = {
        wish,
        go: (isTaken) => {
          clearTimeout(patience);
          resolve(isTaken);
        },
      };
      const patience = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        waiting.go(false);
        // Whoever is behind may have other limits.
        this.#next();
      }, PATIENCE_MS);
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  /** Lets those go for whom there is a place, in their order. */
  #next(): void {
    clearTimeout(this.#timer);
    let next = this.#firstInTurn();
    for (; next !== undefined && this.#tryTake(next.wish); next = this.#firstInTurn()) {
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      next.go(true);
    }
    const ms = next === undefined ? 0 : this.#rateMs(next.wish);
    // Behind that instant, as timers may come a little early.
    if (ms > 0) this.#timer = setTimeout(() => this.#next(), ms + 1);
  }

  #firstInTurn(): Waiting | undefined {
    let [best] = this.#waiting;
    for (const one of this.#waiting) if (best !== undefined && this.#isBefore(one, best)) best = one;
    return best;
  }

  #isBefore(one: Waiting, other: Waiting): boolean {
    const [a, b] = [this.#shareOf(one.wish.accountId), this.#shareOf(other.wish.accountId)];
    return a.underWay === b.underWay ? a.at < b.at : a.underWay < b.underWay;
  }

  #tryTake(wish: Wish): boolean {
    if (this.#underWay >= wish.concurrency || this.#rateMs(wish) > 0) return false;
    const now = performance.now();
    if (wish.ratePerSecond !== undefined) this.#begun.push(now);
    this.#shares.set(wish.accountId, { underWay: this.#shareOf(wish.accountId).underWay + 1, at: now });
    this.#underWay++;
    return true;
  }

  /** Milliseconds until one more may begin; 0: now. */
  #rateMs({ ratePerSecond }: Wish): number {
    if (ratePerSecond === undefined) return 0;
    const before = this.#begunNow() < ratePerSecond ? undefined : this.#begun.at(-ratePerSecond);
    return before === undefined ? 0 : before + SECOND - performance.now();
  }

  /** How many began within this second. */
  #begunNow(): number {
    const now = performance.now();
    this.#begun = this.#begun.filter((at) => now - at < SECOND);
    return this.#begun.length;
  }
}
