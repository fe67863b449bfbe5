import type { ComparedRow, ComparedSegment, Comparison } from '../shared/protocol.js';
import { cutText, visibleText } from '../shared/visible-text.js';
import { readSide, type Side } from './compared-side.js';
import { diff, diffShort, type Run } from './diff.js';
import { Budget } from './diff-shortest.js';
import { GrownList } from './grown-list.js';
import type { Pause } from './pause.js';
import { SegmentIds } from './segment-ids.js';
import { delimitersOf, textOf } from './segment-text.js';

/** Both files are in memory, with at most some sixty bytes a segment. */
export const MOST_COMPARED_BYTES = 50 * 1024 * 1024;
/** Segments of both files together: as many as files of that size have, but not files of nothing else than terminators. */
export const MOST_COMPARED_SEGMENTS = 6_000_000;
/** Steps of the search for the shortest changes: about a second of it. */
const MOST_STEPS = 20_000_000;
const [ROW_BYTES, ROW_ELEMENTS, TAG_CHARACTERS] = [600, 60, 12];
/** A run that differs is aligned tag by tag up to here. */
const MOST_ALIGNED = 2_000;
const NONE = -1;

export interface CompareOptions {
  readonly pause: Pause;
  /** Default 6,000,000, of both files together. */
  readonly segments?: number | undefined;
  /** Steps that looking for the shortest changes may take; default 20,000,000. */
  readonly steps?: number | undefined;
}

/** Compares two files. @throws X12Error for what is not X12; Refused where there are too many segments; what `pause` throws. */
export async function compareFiles(
  left: Uint8Array,
  right: Uint8Array,
  { pause, segments = MOST_COMPARED_SEGMENTS, steps = MOST_STEPS }: CompareOptions,
): Promise<ComparedFiles> {
  const own = { ids: new SegmentIds(), tags: new SegmentIds(), pause };
  const first = await readSide(left, { ...own, most: segments });
  const second = await readSide(right, { ...own, most: segments - first.starts.length });
  const rows = new ComparedRows(first, second, new Budget(steps));
  const sides = { left: first.ids, right: second.ids, ids: own.ids.count };
  await diff(sides, { budget: rows.budget, pause }, (run) => rows.add(run));
  return new ComparedFiles(first, second, rows);
}

/** The rows of a comparison as they come, run by run. */
class ComparedRows {
  /** Segments of each row; -1 where a side has none. */
  readonly left = new GrownList();
  readonly right = new GrownList();
  /** The first row of each run that differs. */
  readonly differences = new GrownList();
  /** The rows that are shown where those that are the same are left out: of each run of these the first. */
  readonly short = new GrownList();
  readonly shortDifferences = new GrownList();
  readonly counts = { changed: 0, removed: 0, added: 0 };
  readonly budget: Budget;
  readonly #tags: readonly [Int32Array, Int32Array];

  constructor(left: Side, right: Side, budget: Budget) {
    this.#tags = [left.tags, right.tags];
    this.budget = budget;
  }

  add(run: Run): void {
    const first = this.left.length;
    if (run.same) {
      this.short.push(first);
      this.#pairs(run);
      return;
    }
    this.differences.push(first);
    this.shortDifferences.push(this.short.length);
    this.#alignByTag(run);
    for (let row = first; row < this.left.length; row++) this.short.push(row);
  }

  /** Segments of one tag stand against each other, so that the element that changed is seen. */
  #alignByTag({ left, leftEnd, right, rightEnd }: Run): void {
    const [own, other] = this.#tags;
    const isLong = leftEnd - left + rightEnd - right > MOST_ALIGNED;
    if (isLong) return this.#apart({ left, leftEnd, right, rightEnd });
    for (const part of diffShort(own.subarray(left, leftEnd), other.subarray(right, rightEnd), this.budget)) {
      const range = {
        left: left + part.left,
        leftEnd: left + part.leftEnd,
        right: right + part.right,
        rightEnd: right + part.rightEnd,
      };
      if (part.same) this.counts.changed += this.#pairs(range);
      else this.#apart(range);
    }
  }

  #pairs({ left, leftEnd, right }: Omit<Run, 'same'>): number {
    for (let i = left; i < leftEnd; i++) this.#push(i, right + i - left);
    return leftEnd - left;
  }

  #apart({ left, leftEnd, right, rightEnd }: Omit<Run, 'same'>): void {
    for (let i = left; i < leftEnd; i++) this.#push(i, NONE);
    for (let i = right; i < rightEnd; i++) this.#push(NONE, i);
    this.counts.removed += leftEnd - left;
    this.counts.added += rightEnd - right;
  }

  #push(left: number, right: number): void {
    this.left.push(left);
    this.right.push(right);
  }
}

/** Two files side by side, aligned by segments. */
export class ComparedFiles {
  readonly summary: Comparison;
  readonly #left: Side;
  readonly #right: Side;
  readonly #rows: ComparedRows;

  constructor(left: Side, right: Side, rows: ComparedRows) {
    this.#left = left;
    this.#right = right;
    this.#rows = rows;
    this.summary = {
      rows: rows.left.length,
      differences: rows.differences.values(),
      short: { rows: rows.short.length, differences: rows.shortDifferences.values() },
      ...rows.counts,
      unaligned: rows.budget.cut,
    };
  }

  /** With `short` the rows of {@link Comparison.short}. */
  window(from: number, count: number, { short }: { readonly short: boolean }): readonly ComparedRow[] {
    const all = short ? this.#rows.short.length : this.summary.rows;
    const rows: ComparedRow[] = [];
    for (let row = Math.max(from, 0); row < Math.min(from + count, all); row++)
      rows.push(short ? this.#shortRow(row) : this.#row(row));
    return rows;
  }

  #shortRow(at: number): ComparedRow {
    const { short } = this.#rows;
    const row = short.at(at) ?? 0;
    if (!this.#isSame(row)) return this.#row(row);
    return { kind: 'left-out', leftOut: (short.at(at + 1) ?? this.summary.rows) - row };
  }

  #row(row: number): ComparedRow {
    const left = segmentOf(this.#left, this.#rows.left.at(row) ?? NONE);
    const right = segmentOf(this.#right, this.#rows.right.at(row) ?? NONE);
    if (this.#isSame(row)) return { kind: 'same', left, right };
    if (left !== undefined && right !== undefined) return { kind: 'changed', left, right };
    return { kind: left === undefined ? 'added' : 'removed', left, right };
  }

  #isSame(row: number): boolean {
    const [left = NONE, right = NONE] = [this.#rows.left.at(row), this.#rows.right.at(row)];
    return left >= 0 && right >= 0 && this.#left.ids[left] === this.#right.ids[right];
  }
}

function segmentOf({ bytes, starts, ends, delimiters }: Side, segment: number): ComparedSegment | undefined {
  const [start, end] = [starts[segment], ends[segment]];
  if (start === undefined || end === undefined) return undefined;
  const own = delimitersOf(delimiters.findLast(({ from }) => from <= segment));
  const [tag = '', ...elements] = textOf(bytes.subarray(start, Math.min(end, start + ROW_BYTES))).split(own.element);
  return {
    number: segment + 1,
    tag: visibleText(cutText(tag, TAG_CHARACTERS).text),
    elements: elements.slice(0, ROW_ELEMENTS).map(visibleText),
    more: Math.max(end - start - ROW_BYTES, 0),
    delimiters: own,
  };
}
