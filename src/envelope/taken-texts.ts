/** Texts that were taken once. Most inputs have one, for which no set is made. bench: `npm run bench:small`. */
export class TakenTexts {
  #first: string | (() => string) | undefined;
  #others: Set<string> | undefined;

  get isEmpty(): boolean {
    return this.#first === undefined;
  }

  has(text: string): boolean {
    if (typeof this.#first === 'function') this.#first = this.#first();
    return text === this.#first || this.#others?.has(text) === true;
  }

  /**
   * False for a text that was taken before.
   * @param textOf puts it together, when another is asked for.
   */
  take(textOf: () => string): boolean {
    if (this.#first === undefined) {
      this.#first = textOf;
      return true;
    }
    const text = textOf();
    if (this.has(text)) return false;
    this.#others ??= new Set();
    this.#others.add(text);
    return true;
  }

  clear(): void {
    this.#first = undefined;
    this.#others = undefined;
  }
}
