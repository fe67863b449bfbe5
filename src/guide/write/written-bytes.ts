import type { WrittenSegment } from '../../model/segments.js';
import type { SegmentBytes } from '../rules/element-source.js';

const BLANK = 0x20;
const MINUS = 0x2d;
const POINT = 0x2e;
const DELETE = 0x7f;
const NO_BYTE = -1;
const NO_BYTES = new Uint8Array(0);
const FEW = 128;

/** A segment that was written, as its bytes and the places of its separators: rules read it as they read one that comes. */
export class WrittenBytes implements SegmentBytes {
  bytes: Uint8Array = NO_BYTES;
  marks = new Int32Array(FEW);
  readonly first = 0;
  count = 0;
  split = false;
  /** Separators; -1 for none. */
  component = NO_BYTE;
  repetition = NO_BYTE;

  /** Itself, turned to a segment; undefined for one that rules do not read on bytes. */
  of(segment: WrittenSegment | undefined): this | undefined {
    if (segment === undefined) return undefined;
    const { bytes, start, stop, element, component, repetition } = segment;
    this.bytes = bytes;
    this.component = component;
    this.repetition = repetition === 0 ? NO_BYTE : repetition;
    this.split = false;
    let { marks } = this;
    let mark = 0;
    marks[mark++] = start - 1;
    for (let at = start; at < stop; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === element) {
        if (mark === marks.length - 1) marks = this.#grow();
        marks[mark++] = at;
      } else if (byte === component || byte === this.repetition) this.split = true;
      else if (byte < BLANK || byte >= DELETE) return undefined;
    }
    marks[mark] = stop;
    this.count = mark - 1;
    // Such a separator may be a part of a number.
    return this.split && (isOfNumber(component) || isOfNumber(this.repetition)) ? undefined : this;
  }

  /** Lets go of the bytes. */
  forget(): void {
    this.bytes = NO_BYTES;
    if (this.marks.length > FEW) this.marks = new Int32Array(FEW);
  }

  #grow(): Int32Array<ArrayBuffer> {
    const marks = new Int32Array(this.marks.length * 2);
    marks.set(this.marks);
    this.marks = marks;
    return marks;
  }
}

function isOfNumber(byte: number): boolean {
  return byte === MINUS || byte === POINT;
}
