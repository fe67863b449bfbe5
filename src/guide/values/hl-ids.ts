/** Odd HL segments remembered. A set that has more has been reported often enough: from there on only known ones count. */
const KEPT = 10_000;

/**
 * Finds HL01 values that occur twice in a set, and parents whose children come late. A clean set numbers its HL segments 1, 2, 3, so only the exceptions need
 * remembering: the memory stays flat however long the set is.
 */
export class HlIds {
  #count = 0;
  #skipped = 0;
  readonly #oddIds = new Set<string>();
  /** Ordinals of HL segments that did not bear their own number. */
  readonly #oddOrdinals = new Set<number>();
  /** HL01 of levels that were closed when a child of theirs came. */
  readonly #late = new Set<string>();
  /** By HL01, what is to be said where no child comes late. */
  readonly #childless = new Map<string, () => void>();

  /** Begins a set. */
  clear(): void {
    this.#count = 0;
    this.#skipped = 0;
    if (this.#oddIds.size > 0) this.#oddIds.clear();
    if (this.#oddOrdinals.size > 0) this.#oddOrdinals.clear();
    if (this.#late.size > 0) this.#late.clear();
    if (this.#childless.size > 0) this.#childless.clear();
  }

  /** How many there were so far, as long as they were numbered 1, 2, 3 and none was missing; `undefined` else. */
  get steady(): number | undefined {
    return this.#oddOrdinals.size === 0 && this.#skipped === 0 ? this.#count : undefined;
  }

  /** So many there were so far, all of them numbered 1, 2, 3. */
  goOn(count: number): void {
    this.#count = count;
  }

  /** True when the HL02 of the next HL, whose level is open no more, was the HL01 of one before. */
  adopts(parentId: string): boolean {
    const known = this.#isKnown(parentId, this.#count + 1);
    if (known && this.#late.size < KEPT) this.#late.add(parentId);
    return known;
  }

  /** Says `tell` as the set ends, unless a child of this HL comes until then. */
  expectChild(id: string, tell: () => void): void {
    if (this.#childless.size < KEPT) this.#childless.set(id, tell);
  }

  /** Ends the set. */
  end(): void {
    if (this.#late.size === KEPT) return;
    for (const [id, tell] of this.#childless) if (!this.#late.has(id)) tell();
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
    const duplicate = this.#isKnown(id, ordinal);
    if (!counts && this.#oddOrdinals.size < KEPT) {
      this.#oddIds.add(id);
      this.#oddOrdinals.add(ordinal);
    }
    return { counts, derivable: counts && this.#skipped === 0, duplicate };
  }

  // An HL before this ordinal bore the id: one that is odd, or the one of that number, unless that was odd.
  #isKnown(id: string, ordinal: number): boolean {
    if (this.#oddIds.has(id)) return true;
    const number = Number(id);
    const isOrdinal = Number.isInteger(number) && number >= 1 && number < ordinal && id === String(number);
    return isOrdinal && this.#oddOrdinals.size < KEPT && !this.#oddOrdinals.has(number);
  }
}
