import { isDigits } from './date-time.js';
import { TakenTexts } from './taken-texts.js';

/**
 * Remembers which control numbers were given. Numbers of up to nine digits cost one bit each where they are dense, so
 * that a group of a million sets stays small; `1` and `0001` are different texts and both kept (ST02 is text).
 */
export class NumberLog {
  readonly #bits = new Map<number, number>();
  readonly #texts = new TakenTexts();
  /** The bits of the last number: the next is a neighbour, or there is none. */
  #word: number | undefined;
  #mask = 0;

  /** False when the same text was added before. */
  add(text: string): boolean {
    if (text.length > 9 || !isDigits(text)) return this.#texts.take(() => text);
    const key = Number(text) + text.length * 1_000_000_000;
    const word = Math.floor(key / 32);
    const bit = 1 << (key % 32);
    if (word !== this.#word) {
      if (this.#word !== undefined) this.#bits.set(this.#word, this.#mask);
      this.#word = word;
      this.#mask = this.#bits.get(word) ?? 0;
    }
    const isFresh = (this.#mask & bit) === 0;
    this.#mask |= bit;
    return isFresh;
  }

  clear(): void {
    if (this.#bits.size > 0) this.#bits.clear();
    this.#texts.clear();
    this.#word = undefined;
  }
}
