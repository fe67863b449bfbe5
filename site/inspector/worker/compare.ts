import { type Delimiters, Tokenizer } from 'ediloom';
import type { ComparedRow, ComparedSegment, Comparison } from '../shared/protocol.js';
import { cutText, visibleText } from '../shared/visible-text.js';
import { diff, type Run } from './diff.js';
import { textOf } from './segment-text.js';

/** Both files are in memory, with some thirty bytes a segment. */
export const MOST_COMPARED_BYTES = 50 * 1024 * 1024;
const [ROW_BYTES, ROW_ELEMENTS, TAG_CHARACTERS] = [600, 60, 12];
/** A run that differs is aligned tag by tag up to here. */
const MOST_ALIGNED = 2_000;

/** The segments of one side: places, and numbers that are equal where segments are. */
export interface Side {
  readonly bytes: Uint8Array;
  readonly starts: number[];
  readonly ends: number[];
  readonly hashes: number[];
  readonly tags: number[];
  readonly delimiters: { readonly from: number; readonly delimiters: Delimiters }[];
}

/** Cuts a file into segments. @throws X12Error for what is not X12. */
export function readSide(bytes: Uint8Array): Side {
  const side: Side = { bytes, starts: [], ends: [], hashes: [], tags: [], delimiters: [] };
  const tokenizer = new Tokenizer({ scan: true });
  let offset = 0;
  const take = (batches: ReturnType<Tokenizer['push']>): void => {
    for (const { opening, delimiters, baseOffset, marks, starts, count, bytes: window } of batches) {
      if (opening !== undefined) {
        offset = opening.inputOffset;
        side.delimiters.push({ from: side.starts.length, delimiters });
      }
      for (let i = 0; i < count; i++) {
        const mark = starts[i] ?? 0;
        const from = (marks[mark] ?? 0) + 1;
        const to = marks[(starts[i + 1] ?? 0) - 1] ?? 0;
        side.starts.push(offset + baseOffset + from);
        side.ends.push(offset + baseOffset + to);
        side.hashes.push(hash(window, from, to));
        side.tags.push(hash(window, from, marks[mark + 1] ?? to));
      }
    }
  };
  for (let at = 0; at < bytes.length; at += 65_536) take(tokenizer.push(bytes.subarray(at, at + 65_536)));
  take(tokenizer.end());
  return side;
}

/** Two sums of 32 bits in one number of 53: segments that differ are as good as never taken for equal. */
function hash(bytes: Uint8Array, from: number, to: number): number {
  let [a, b] = [0x811c9dc5, 0x9747b28c];
  for (let i = from; i < to; i++) {
    const byte = bytes[i] ?? 0;
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b, 31) + byte + 0x7f4a7c15;
  }
  return (a >>> 0) * 0x200000 + ((b >>> 0) & 0x1fffff);
}

/** Two files side by side, aligned by segments. */
export class ComparedFiles {
  readonly summary: Comparison;
  readonly #left: Side;
  readonly #right: Side;
  /** Segments of each row; -1 where a side has none. */
  readonly #rows: { readonly left: Int32Array; readonly right: Int32Array; readonly same: Uint8Array };

  constructor(left: Side, right: Side) {
    this.#left = left;
    this.#right = right;
    const rows: [number, number, boolean][] = [];
    const differences: number[] = [];
    for (const run of diff(left.hashes, right.hashes)) {
      if (!run.same) differences.push(rows.length);
      for (const row of run.same ? pairs(run) : alignedByTag(run, left, right)) rows.push([...row, run.same]);
    }
    const counted = rows.filter(([, , same]) => !same);
    this.#rows = {
      left: Int32Array.from(rows, ([l]) => l),
      right: Int32Array.from(rows, ([, r]) => r),
      same: Uint8Array.from(rows, ([, , same]) => (same ? 1 : 0)),
    };
    this.summary = {
      rows: rows.length,
      differences,
      changed: counted.filter(([l, r]) => l >= 0 && r >= 0).length,
      removed: counted.filter(([, r]) => r < 0).length,
      added: counted.filter(([l]) => l < 0).length,
    };
  }

  window(from: number, count: number): readonly ComparedRow[] {
    const rows: ComparedRow[] = [];
    for (let row = Math.max(from, 0); row < Math.min(from + count, this.summary.rows); row++) rows.push(this.#row(row));
    return rows;
  }

  #row(row: number): ComparedRow {
    const left = segmentOf(this.#left, this.#rows.left[row] ?? -1);
    const right = segmentOf(this.#right, this.#rows.right[row] ?? -1);
    if (this.#rows.same[row] === 1) return { kind: 'same', left, right };
    if (left !== undefined && right !== undefined) return { kind: 'changed', left, right };
    return { kind: left === undefined ? 'added' : 'removed', left, right };
  }
}

function* pairs({ left, leftEnd, right }: Run): Generator<[number, number]> {
  for (let i = left; i < leftEnd; i++) yield [i, right + i - left];
}

/** Segments of one tag stand against each other, so that the element that changed is seen. */
function* alignedByTag(run: Run, { tags }: Side, other: Side): Generator<[number, number]> {
  const { left, leftEnd, right, rightEnd } = run;
  const size = leftEnd - left + rightEnd - right;
  const byTag =
    size > MOST_ALIGNED
      ? [{ same: false, left: 0, leftEnd: leftEnd - left, right: 0, rightEnd: rightEnd - right }]
      : diff(tags.slice(left, leftEnd), other.tags.slice(right, rightEnd));
  for (const part of byTag) {
    if (part.same) {
      for (const [l, r] of pairs(part)) yield [left + l, right + r];
      continue;
    }
    for (let i = part.left; i < part.leftEnd; i++) yield [left + i, -1];
    for (let i = part.right; i < part.rightEnd; i++) yield [-1, right + i];
  }
}

function segmentOf({ bytes, starts, ends, delimiters }: Side, segment: number): ComparedSegment | undefined {
  const [start, end] = [starts[segment], ends[segment]];
  if (start === undefined || end === undefined) return undefined;
  const own = delimiters.findLast(({ from }) => from <= segment)?.delimiters ?? {
    element: '*',
    component: ':',
    segment: '~',
  };
  const [tag = '', ...elements] = textOf(bytes.subarray(start, Math.min(end, start + ROW_BYTES))).split(own.element);
  return {
    number: segment + 1,
    tag: visibleText(cutText(tag, TAG_CHARACTERS).text),
    elements: elements.slice(0, ROW_ELEMENTS).map(visibleText),
    more: Math.max(end - start - ROW_BYTES, 0),
    delimiters: own,
  };
}
