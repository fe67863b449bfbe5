/** Odd HL segments remembered. A set that has more has been reported often enough: from there on only known ones count. */
const KEPT = 10_000;

/**
 * Finds HL01 values that occur twice in a set. A clean set numbers its HL segments 1, 2, 3, so only the exceptions need
 * remembering: the memory stays flat however long the set is.
 */
export class HlIds {
  #count = 0;
  #skipped = 0;
  readonly #oddIds = new Set<string>();
  /** Ordinals of HL segments that did not bear their own number. */
  readonly #oddOrdinals = new Set<number>();

  /** Begins a set. */
  clear(): void {
    this.#count = 0;
    this.#skipped = 0;
    if (this.#oddIds.size > 0) this.#oddIds.clear();
    if (this.#oddOrdinals.size > 0) this.#oddOrdinals.clear();
  }

  /** The next `levels` HL segments are missing: where `id`, the one behind them, counts on with them, so do all others. */
  skip(levels: number, id: string): void {
    if (id !== String(this.#count + levels + 1)) return;
    this.#skipped += levels;
    for (let i = 0; i < levels; i++) {
      this.#count++;
      if (this.#oddOrdinals.size < KEPT) this.#oddOrdinals.add(this.#count);
    }
  }

  /** True when an HL01 counts on as if no HL were missing before it. */
  countsOn(id: string): boolean {
    return id === String(this.#count + 1);
  }

  /** Takes the next HL01 and reports whether it counts on, also without missing ones, and whether it was there before. */
  add(id: string): { readonly counts: boolean; readonly derivable: boolean; readonly duplicate: boolean } {
    const ordinal = ++this.#count;
    const counts = id === String(ordinal);
    const number = Number(id);
    const remembers = this.#oddOrdinals.size < KEPT;
    // The HL of that ordinal bore its own number, unless it was odd: so this is the second of that number.
    const isOrdinal = Number.isInteger(number) && number >= 1 && number < ordinal && id === String(number);
    const duplicate = this.#oddIds.has(id) || (remembers && isOrdinal && !this.#oddOrdinals.has(number));
    if (!counts && remembers) {
      this.#oddIds.add(id);
      this.#oddOrdinals.add(ordinal);
    }
    return { counts, derivable: counts && this.#skipped === 0, duplicate };
  }
}
