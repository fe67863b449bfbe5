/** Odd HL01 values remembered; a set that has more of them has been told so often enough. */
const KEPT = 10_000;

/**
 * Finds HL01 values that occur twice in a set. A clean set numbers its HL segments 1, 2, 3, so only the exceptions need
 * remembering: the memory stays flat however long the set is.
 */
export class HlIds {
  #count = 0;
  readonly #oddIds = new Set<string>();
  /** Ordinals of HL segments that did not bear their own number. */
  readonly #oddOrdinals = new Set<number>();

  /** Takes the next HL01 and tells whether it counts on, and whether it was there before. */
  add(id: string): { readonly counts: boolean; readonly duplicate: boolean } {
    const ordinal = ++this.#count;
    const counts = id === String(ordinal);
    const number = Number(id);
    const earlier = number < ordinal && id === String(number) && number >= 1 && !this.#oddOrdinals.has(number);
    const duplicate = this.#oddIds.has(id) || (earlier && Number.isInteger(number));
    if (!counts && this.#oddIds.size < KEPT) {
      this.#oddIds.add(id);
      this.#oddOrdinals.add(ordinal);
    }
    return { counts, duplicate };
  }
}
