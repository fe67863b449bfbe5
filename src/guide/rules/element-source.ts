import type { Delimiters } from '../../model/delimiters.js';
import { FORMATS_ON_BYTES } from '../../model/format-bytes.js';
import { type SegmentBatch, SegmentFlag } from '../../model/segments.js';
import { FORMAT_NAMES } from '../../model/value-format.js';
import { packBytes } from '../plan/code-table.js';
import { smallUnitsOf } from './decimal-sum.js';

/** A segment as rules read it: numbers where those are enough, text where not. */
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
  /** The element as `smallUnits` reads it; NaN where it is no single value. */
  units(k: number): number;
  /** True when the element is one value of the format (index in `FORMAT_NAMES`); false says nothing. */
  conforms(k: number, format: number): boolean;
}

const FORMATS = FORMAT_NAMES.map((name) => FORMATS_ON_BYTES[name]);
/** The top bits of packed bytes. */
const NOT_ASCII = 0x80808080;
const NO_BYTES = new Uint8Array(0);
const NO_MARKS = new Int32Array(0);

/** Reads a segment of a batch on its bytes. One object serves all segments. */
export class BatchSource implements ElementSource {
  component = ':';
  repetition: string | undefined;
  count = 0;
  #batch: SegmentBatch | undefined;
  #bytes: Uint8Array = NO_BYTES;
  #marks: Int32Array = NO_MARKS;
  #index = 0;
  #first = 0;
  #split = false;
  #delimiters: Delimiters | undefined;
  #componentByte = 0;
  #repetitionByte = 0;
  /** Neither separator is a point or a minus. */
  #digitsOnly = true;
  #amountAt = 0;
  #amount = 0;

  open(batch: SegmentBatch, index: number): void {
    this.#batch = batch;
    this.#bytes = batch.bytes;
    this.#marks = batch.marks;
    this.#index = index;
    this.#first = batch.starts[index] ?? 0;
    this.count = (batch.starts[index + 1] ?? 0) - this.#first - 2;
    this.#split = ((batch.flags[index] ?? 0) & (SegmentFlag.component | SegmentFlag.repetition)) !== 0;
    this.#amountAt = 0;
    if (batch.delimiters !== this.#delimiters) this.#learn(batch.delimiters);
  }

  /** Lets go of the batch. */
  forget(): void {
    this.#batch = undefined;
    this.#delimiters = undefined;
    this.#bytes = NO_BYTES;
    this.#marks = NO_MARKS;
    this.#amountAt = 0;
    this.#amount = 0;
  }

  has(k: number): boolean {
    return k <= this.count && this.#end(k) > this.#start(k);
  }

  isPlain(k: number): boolean {
    if (!this.#split) return true;
    const bytes = this.#bytes;
    const end = this.#end(k);
    for (let i = this.#start(k); i < end; i++) {
      const byte = bytes[i];
      if (byte === this.#componentByte || byte === this.#repetitionByte) return false;
    }
    return true;
  }

  packed(k: number): number {
    if (k > this.count) return 0;
    const packed = packBytes(this.#bytes, this.#start(k), this.#end(k));
    return (packed & NOT_ASCII) === 0 ? packed : 0;
  }

  // Several sums ask for the same amount one after the other.
  units(k: number): number {
    if (k === this.#amountAt) return this.#amount;
    if (k > this.count) return Number.NaN;
    this.#amountAt = k;
    const mark = this.#first + k;
    // A separator is no digit; one that stands in numbers is looked for.
    const single = this.#digitsOnly || this.isPlain(k);
    this.#amount = single
      ? smallUnitsOf(this.#bytes, (this.#marks[mark] ?? 0) + 1, this.#marks[mark + 1] ?? 0)
      : Number.NaN;
    return this.#amount;
  }

  conforms(k: number, format: number): boolean {
    if (k > this.count) return false;
    return FORMATS[format]?.(this.#bytes, this.#start(k), this.#end(k)) === true;
  }

  element(k: number): string {
    return this.#batch?.element(this.#index, k) ?? '';
  }

  #start(k: number): number {
    return (this.#marks[this.#first + k] ?? 0) + 1;
  }

  #end(k: number): number {
    return this.#marks[this.#first + k + 1] ?? 0;
  }

  #learn(delimiters: Delimiters): void {
    this.#delimiters = delimiters;
    this.component = delimiters.component;
    this.repetition = delimiters.repetition;
    this.#componentByte = delimiters.component.charCodeAt(0);
    this.#repetitionByte = delimiters.repetition?.charCodeAt(0) ?? this.#componentByte;
    this.#digitsOnly = !/[-.]/.test(`${delimiters.component}${delimiters.repetition ?? ''}`);
  }
}
