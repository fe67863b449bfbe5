/**
 * Remembers which control numbers were given. Numbers of up to nine digits cost one bit each where they are dense, so
 * that a group of a million sets stays small; `1` and `0001` are different texts and both kept (ST02 is text).
 */
export class NumberLog {
  readonly #bits = new Map<number, number>();
  readonly #texts = new Set<string>();

  /** False when the same text was added before. */
  add(text: string): boolean {
    if (text.length < 1 || text.length > 9 || !/^[0-9]+$/.test(text)) {
      const fresh = !this.#texts.has(text);
      this.#texts.add(text);
      return fresh;
    }
    const key = Number(text) + text.length * 1_000_000_000;
    const word = Math.floor(key / 32);
    const bit = 1 << (key % 32);
    const before = this.#bits.get(word) ?? 0;
    this.#bits.set(word, before | bit);
    return (before & bit) === 0;
  }

  clear(): void {
    this.#bits.clear();
    this.#texts.clear();
  }
}
