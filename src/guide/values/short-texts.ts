/** Places; a power of two. */
const PLACES = 4096;
const SHIFT = 20;
/** Odd, and near 2^32 times the golden ratio: neighbouring keys land far apart. */
const SPREAD = 0x9e3779b1;

/**
 * Texts of one to four characters by their packed bytes: payloads repeat few of them, and a string that is there already costs neither
 * time nor memory. Each key has one place, where the last text stays. bench: `decode`.
 */
export class ShortTexts {
  readonly #keys = new Int32Array(PLACES);
  readonly #texts: string[] = new Array<string>(PLACES).fill('');
  /** The places in use, so that forgetting a short input costs little. */
  readonly #used: number[] = [];

  /** @param packed as `packBytes` packs them. */
  get(packed: number): string | undefined {
    const at = Math.imul(packed, SPREAD) >>> SHIFT;
    return this.#keys[at] === packed ? this.#texts[at] : undefined;
  }

  keep(packed: number, text: string): string {
    const at = Math.imul(packed, SPREAD) >>> SHIFT;
    if (this.#keys[at] === 0) this.#used.push(at);
    this.#keys[at] = packed;
    this.#texts[at] = text;
    return text;
  }

  /** Lets go of all: they may be names. */
  forget(): void {
    for (const at of this.#used) {
      this.#keys[at] = 0;
      this.#texts[at] = '';
    }
    this.#used.length = 0;
  }
}
