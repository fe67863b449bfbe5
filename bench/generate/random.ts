/**
 * A small seeded generator (sfc32): the same seed gives the same numbers on every machine and every Node, which
 * `Math.random` does not. Not for secrets.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    this.#a = seed | 0;
    this.#b = 0x9e3779b9;
    this.#c = 0x243f6a88;
    // The first numbers of close seeds resemble each other: run them off.
    for (let i = 0; i < 16; i++) this.#next();
  }

  /** An integer from 0 to `limit - 1`. */
  below(limit: number): number {
    return Math.floor((this.#next() / 0x1_0000_0000) * limit);
  }

  /** An integer from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  /** One of the choices, each as likely. */
  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined) throw new RangeError('Random.pick needs at least one choice.');
    return choice;
  }

  /** Decimal digits, the first not 0. */
  digits(count: number): string {
    let text = String(this.between(1, 9));
    while (text.length < count) text += this.below(10);
    return text;
  }

  /** Upper-case letters and digits. */
  token(count: number): string {
    let text = '';
    while (text.length < count) text += TOKEN_CHARACTERS[this.below(TOKEN_CHARACTERS.length)];
    return text;
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }
}

const TOKEN_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';
