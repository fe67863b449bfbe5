import type { Delimiters } from '../model/delimiters.js';
import { type SegmentBatch, SegmentFlag } from '../model/segments.js';

/** One segment, copied out of its batch: it may be kept, and holds on to nothing but its own text. Split on demand. */
export class Segment {
  readonly id: string;
  /** The whole segment as received, without its terminator; binary elements as one character a byte. */
  readonly raw: string;
  /** 1-based interchange of the input. */
  readonly interchange: number;
  /** Bytes from the first byte of the interchange. */
  readonly offset: number;
  /** {@link SegmentFlag} bits. */
  readonly flags: number;
  readonly delimiters: Delimiters;
  #elements: readonly string[] | undefined;

  /** Copies segment `index` (0-based) of a batch. */
  constructor(batch: SegmentBatch, index: number) {
    const first = batch.marks[batch.starts[index] ?? 0] ?? 0;
    this.interchange = batch.interchange;
    this.offset = batch.baseOffset + first + 1;
    this.flags = batch.flags[index] ?? 0;
    this.delimiters = batch.delimiters;
    this.raw = copied(batch.raw(index));
    this.id = this.raw.split(this.delimiters.element, 1)[0] ?? '';
    // The payload of a binary segment may hold separators, so only the batch can cut it.
    if ((this.flags & SegmentFlag.binary) !== 0) this.#elements = elementsOf(batch, index);
  }

  /** The elements behind the tag; ISA has 16. */
  get elements(): readonly string[] {
    this.#elements ??= this.raw.split(this.delimiters.element).slice(1);
    return this.#elements;
  }

  /**
   * Element `n`, or one component of one of its repetitions; all 1-based, `''` beyond the last. With `component` alone
   * the first repetition is meant. ISA elements and binary ones are never split.
   */
  element(n: number, component?: number, repetition?: number): string {
    const element = this.elements[n - 1] ?? '';
    if (component === undefined && repetition === undefined) return element;
    const whole = this.id === 'ISA' || ((this.flags & SegmentFlag.binary) !== 0 && n === this.elements.length);
    if (whole) return (component ?? 1) === 1 && (repetition ?? 1) === 1 ? element : '';
    const separator = this.delimiters.repetition;
    const repetitions = separator === undefined ? [element] : element.split(separator);
    const chosen = repetitions[(repetition ?? 1) - 1] ?? '';
    return component === undefined ? chosen : (chosen.split(this.delimiters.component)[component - 1] ?? '');
  }
}

/** The segments of a batch as safe copies. */
export function* segmentsOf(batch: SegmentBatch): IterableIterator<Segment> {
  for (let i = 0; i < batch.count; i++) yield new Segment(batch, i);
}

function elementsOf(batch: SegmentBatch, index: number): string[] {
  return Array.from({ length: batch.elementCount(index) }, (_, k) => batch.element(index, k + 1));
}

/** A slice would keep the text of the whole window alive; joining and cutting makes a string of its own. */
function copied(text: string): string {
  return ` ${text}`.slice(1);
}
