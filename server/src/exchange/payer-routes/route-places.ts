/** Milliseconds that a check waits for a place on its route. */
const PATIENCE_MS = 2_000;
/** Checks that wait at most: more are told at once. */
const MOST_WAITING = 1_000;
const SECOND = 1_000;

/** What a route takes, as its settings say when a check comes. */
interface Limits {
  readonly concurrency: number;
  readonly ratePerSecond: number | undefined;
}

interface Waiting {
  readonly limits: Limits;
  readonly go: (isTaken: boolean) => void;
}

/** How many checks are under way over a route, and how many began within this second. Who comes while all places are taken waits a moment, in line. */
export class RoutePlaces {
  #underWay = 0;
  /** When those of this second began. */
  #begun: number[] = [];
  readonly #waiting: Waiting[] = [];
  /** Until the rate lets the first one go. */
  #timer: NodeJS.Timeout | undefined;

  get underWay(): number {
    return this.#underWay;
  }

  /** @returns what gives the place back; `undefined` where none became free in time. */
  async take(concurrency: number, ratePerSecond: number | undefined): Promise<(() => void) | undefined> {
    const limits = { concurrency, ratePerSecond };
    // Nobody slips in before those who wait.
    const isTaken = (this.#waiting.length === 0 && this.#tryTake(limits)) || (await this.#waited(limits));
    return isTaken ? this.#place() : undefined;
  }

  #place(): () => void {
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#underWay--;
      this.#next();
    };
  }

  #waited(limits: Limits): Promise<boolean> {
    if (this.#waiting.length >= MOST_WAITING) return Promise.resolve(false);
    return new Promise((resolve) => {
      const waiting: Waiting = {
        limits,
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
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      if (!this.#tryTake(first.limits)) break;
      this.#waiting.shift();
      first.go(true);
    }
    const [first] = this.#waiting;
    const ms = first === undefined ? 0 : this.#rateMs(first.limits);
    // Behind that instant, as timers may come a little early.
    if (ms > 0) this.#timer = setTimeout(() => this.#next(), ms + 1);
  }

  #tryTake(limits: Limits): boolean {
    if (this.#underWay >= limits.concurrency || this.#rateMs(limits) > 0) return false;
    if (limits.ratePerSecond !== undefined) this.#begun.push(performance.now());
    this.#underWay++;
    return true;
  }

  /** Milliseconds until one more may begin; 0: now. */
  #rateMs({ ratePerSecond }: Limits): number {
    if (ratePerSecond === undefined) return 0;
    const now = performance.now();
    this.#begun = this.#begun.filter((at) => now - at < SECOND);
    const before = this.#begun.at(-ratePerSecond);
    return before === undefined ? 0 : before + SECOND - now;
  }
}
