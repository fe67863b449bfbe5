import { RowKind, type SegmentIndex } from './segment-index.js';

/** Which regions are folded, and so which segments are rows. Each change costs one run over the levels. */
export class Folds {
  readonly #index: SegmentIndex;
  readonly #folded = new Set<number>();
  /** Segments that are shown, in order; absent while all are. */
  #shown: Uint32Array | undefined;

  constructor(index: SegmentIndex) {
    this.#index = index;
  }

  get rows(): number {
    return this.#shown?.length ?? this.#index.count;
  }

  isFolded(segment: number): boolean {
    return this.#folded.has(segment);
  }

  /** The folded regions, by their first segments. */
  get folded(): readonly number[] {
    return [...this.#folded];
  }

  segmentOf(row: number): number {
    return this.#shown === undefined ? row : (this.#shown[row] ?? this.#index.count);
  }

  /** The row of a segment; of a hidden one that of the fold that hides it. */
  rowOf(segment: number): number {
    const shown = this.#shown;
    if (shown === undefined) return segment;
    let [low, high] = [0, shown.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((shown[middle] ?? 0) <= segment) low = middle;
      else high = middle - 1;
    }
    return Math.max(low, 0);
  }

  set(segment: number, folded: boolean): void {
    if (folded && this.#opens(segment)) this.#folded.add(segment);
    else this.#folded.delete(segment);
    this.#renew();
  }

  /** Folds every set and loop, or nothing; interchanges and groups stay open, so that their sets are seen. */
  setAll(folded: boolean): void {
    this.#folded.clear();
    const { count, levels } = this.#index;
    for (let i = 0; folded && i < count; i++) if ((levels[i] ?? 0) >= 2 && this.#opens(i)) this.#folded.add(i);
    this.#renew();
  }

  /** Opens whatever hides a segment. */
  reveal(segment: number): void {
    for (const around of this.#index.ancestors(segment)) this.#folded.delete(around);
    this.#renew();
  }

  /** Takes over the folds of the index before an edit, of which segments from `from` on moved by `by`. */
  adopt(folded: readonly number[], from: number, by: number): void {
    for (const segment of folded) {
      const now = segment < from ? segment : segment + by;
      if (now >= 0 && this.#opens(now)) this.#folded.add(now);
    }
    this.#renew();
  }

  #opens(segment: number): boolean {
    return ((this.#index.kinds[segment] ?? 0) & RowKind.opens) !== 0;
  }

  #renew(): void {
    if (this.#folded.size === 0) {
      this.#shown = undefined;
      return;
    }
    const { count, levels } = this.#index;
    const shown = new Uint32Array(count);
    let rows = 0;
    let hiding = Number.POSITIVE_INFINITY;
    for (let i = 0; i < count; i++) {
      const level = levels[i] ?? 0;
      if (level > hiding) continue;
      hiding = this.#folded.has(i) ? level : Number.POSITIVE_INFINITY;
      shown[rows++] = i;
    }
    this.#shown = shown.slice(0, rows);
  }
}
