/** Lets so many commands a second through, and a second's worth at once. */
export class CommandRate {
  readonly #perSecond: number;
  #tokens: number;
  #last = performance.now();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#tokens = perSecond;
  }

  /** Milliseconds to wait before the next command. */
  take(): number {
    const now = performance.now();
    this.#tokens = Math.min(this.#perSecond, this.#tokens + ((now - this.#last) / 1000) * this.#perSecond);
    this.#last = now;
    this.#tokens--;
    return this.#tokens >= 0 ? 0 : Math.ceil((-this.#tokens / this.#perSecond) * 1000);
  }
}
