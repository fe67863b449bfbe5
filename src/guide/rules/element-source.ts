import { type SegmentBatch, SegmentFlag } from '../../model/segments.js';
import { packBytes } from '../plan/code-table.js';

/** A segment as rules read it where its bytes alone do not tell. */
export interface ElementSource {
  /** Raw text of element `k` (1-based), `''` if absent. */
  element(k: number): string;
  readonly component: string;
  readonly repetition: string | undefined;
  /** No element beyond this one is present. */
  readonly count: number;
  has(k: number): boolean;
  /** True when no component or repetition separator stands in the element. */
  isPlain(k: number): boolean;
  /** The element as `packCode` packs it; 0 when absent, longer than four bytes or not ASCII. */
  packed(k: number): number;
}

/** The bytes of a segment: ASCII, without control characters. */
export interface SegmentBytes {
  bytes: Uint8Array;
  /** Where its separators stand, the byte before its tag first. */
  marks: Int32Array;
  /** Index of the first of them. */
  first: number;
  /** Elements. */
  count: number;
  /** Component or repetition separators stand in it. */
  split: boolean;
}

/** Of no segment. */
export const NO_BYTES: Readonly<SegmentBytes> = {
  bytes: new Uint8Array(0),
  marks: new Int32Array(0),
  first: 0,
  count: 0,
  split: false,
};

/** The top bits of packed bytes. */
const NOT_ASCII = 0x80808080;
const SPLIT = SegmentFlag.component | SegmentFlag.repetition;

/** Reads a segment of a batch. One object serves all segments. */
export class BatchSource implements ElementSource {
  component = ':';
  repetition: string | undefined;
  count = 0;
  #batch: SegmentBatch | undefined;
  #index = 0;
  #first = 0;
  #split = false;

  open(batch: SegmentBatch, index: number): void {
    this.#batch = batch;
    this.#index = index;
    this.#first = batch.starts[index] ?? 0;
    this.count = (batch.starts[index + 1] ?? 0) - this.#first - 2;
    this.#split = ((batch.flags[index] ?? 0) & SPLIT) !== 0;
    this.component = batch.delimiters.component;
    this.repetition = batch.delimiters.repetition;
  }

  /** Lets go of the batch. */
  forget(): void {
    this.#batch = undefined;
  }

  has(k: number): boolean {
    const { marks } = this.#batch ?? {};
    const mark = this.#first + k;
    return marks !== undefined && k <= this.count && (marks[mark + 1] ?? 0) > (marks[mark] ?? 0) + 1;
  }

  isPlain(k: number): boolean {
    const text = this.#split ? this.element(k) : '';
    return !text.includes(this.component) && (this.repetition === undefined || !text.includes(this.repetition));
  }

  packed(k: number): number {
    const batch = this.#batch;
    if (batch === undefined || k > this.count) return 0;
    const { bytes, marks } = batch;
    const packed = packBytes(bytes, (marks[this.#first + k] ?? 0) + 1, marks[this.#first + k + 1] ?? 0);
    return (packed & NOT_ASCII) === 0 ? packed : 0;
  }

  element(k: number): string {
    return k > this.count ? '' : (this.#batch?.element(this.#index, k) ?? '');
  }
}
