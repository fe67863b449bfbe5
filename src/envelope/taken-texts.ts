/** Texts that were taken once. Most inputs have one, for which no set is made. bench: `npm run bench:small`. */
export class TakenTexts {
  #first: string | undefined;
  #others: Set<string> | undefined;

  get isEmpty(): boolean {
    return this.#first === undefined;
  }

  has(text: string): boolean {
    return text === this.#first || this.#others?.has(text) === true;
  }

  /** False for a text that was taken before. */
  take(text: string): boolean {
    if (this.has(text)) return false;
    if (this.#first === undefined) this.#first = text;
    else {
      this.#others ??= new Set();
      this.#others.add(text);
    }
    return true;
  }

  clear(): void {
    this.#first = undefined;
    this.#others = undefined;
  }
}
