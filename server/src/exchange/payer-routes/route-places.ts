/** Milliseconds that a check waits for a place on its route. */
const PATIENCE_MS = 2_000;
/** Checks that wait at most: more are told at once. */
const MOST_WAITING = 1_000;

/** How many checks are under way over a route, and how many began within this second. Who comes while all places are taken waits a moment, in line. */
export class RoutePlaces {
  #underWay = 0;
  #begun: number[] = [];
  readonly #waiting: (() => void)[] = [];

  get underWay(): number {
    return this.#underWay;
  }

  /** @returns what gives the place back; `undefined` where none became free in time. */
  async take(concurrency: number, ratePerSecond: number | undefined): Promise<(() => void) | undefined> {
    const until = performance.now() + PATIENCE_MS;
    while (!this.#tryTake(concurrency, ratePerSecond)) {
      const left = until - performance.now();
      if (left <= 0 || this.#waiting.length >= MOST_WAITING) return undefined;
      await this.#changed(ratePerSecond === undefined ? left : Math.min(left, 50));
    }
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#underWay--;
      this.#waiting.shift()?.();
    };
  }

  #tryTake(concurrency: number, ratePerSecond: number | undefined): boolean {
    if (this.#underWay >= concurrency) return false;
    if (ratePerSecond !== undefined) {
      const now = performance.now();
      this.#begun = this.#begun.filter((at) => now - at < 1000);
      if (this.#begun.length >= ratePerSecond) return false;
      this.#begun.push(now);
    }
    this.#underWay++;
    return true;
  }

  /** Resolves when a place may be free, or after so long. */
  #changed(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const over = (): void => {
        clearTimeout(timer);
        const place = this.#waiting.indexOf(over);
        if (place !== -1) this.#waiting.splice(place, 1);
        resolve();
      };
      const timer = setTimeout(over, ms);
      this.#waiting.push(over);
    });
  }
}
