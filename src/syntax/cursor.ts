import { SegmentFlag } from '../model/segments.js';
import { WindowBatch } from './batch.js';
import { byteAt, type ScanTables } from './byte-classes.js';
import type { InputBuffer } from './input-buffer.js';

const LEFT_BY_BYTES = SegmentFlag.control | SegmentFlag.nonAscii | SegmentFlag.component | SegmentFlag.repetition;

/**
 * Where the scan is: the batch being filled, its window of the buffer, and the segment not yet finished. Offsets are
 * those of the buffer; only marks count from the window.
 */
export class Cursor {
  readonly buffer: InputBuffer;
  batch = new WindowBatch();
  /** First byte of the window. */
  windowFrom = 0;
  /** Next byte to look at. */
  at = 0;
  /** Marks in use: those of the complete segments, then those of the unfinished one. */
  markCount = 0;
  /** Flags of the unfinished segment. */
  bits = 0;
  /** The unfinished segment may be ISA, IEA, BIN or BDS, or its tag is to be folded. */
  special = false;
  /** The last block held nothing that the scan stops at. */
  isSteady = false;
  /** Layout bytes skipped since the last terminator. */
  layoutBytes = 0;
  /** So far they are those of the line break behind the ISA. */
  layoutAsOpened = true;

  constructor(buffer: InputBuffer) {
    this.buffer = buffer;
  }

  /** Begins a new input. */
  reset(): void {
    this.batch.reset();
    this.windowFrom = 0;
    this.at = 0;
    this.markCount = 0;
    this.bits = 0;
    this.special = false;
    this.isSteady = false;
    this.layoutBytes = 0;
    this.layoutAsOpened = true;
  }

  /** First byte of the unfinished segment. */
  get segmentFrom(): number {
    const { marks, starts, count } = this.batch;
    return this.windowFrom + (marks[starts[count] ?? 0] ?? 0) + 1;
  }

  /** Element separators of the unfinished segment. */
  get separators(): number {
    return this.markCount - (this.batch.starts[this.batch.count] ?? 0) - 1;
  }

  /** Offset of a separator of the unfinished segment, 1-based. */
  separatorAt(n: number): number {
    const { marks, starts, count } = this.batch;
    return this.windowFrom + (marks[(starts[count] ?? 0) + n] ?? 0);
  }

  /** End of the unfinished segment's tag, where its data end at `to`. */
  tagTo(to: number): number {
    return this.separators > 0 ? this.separatorAt(1) : to;
  }

  /** Forgets the separators behind the first `n` of the unfinished segment. */
  keepSeparators(n: number): void {
    this.markCount = (this.batch.starts[this.batch.count] ?? 0) + 1 + n;
  }

  /** Begins a segment at `at`. */
  begin(): void {
    this.batch.reserve(this.markCount + 1, this.batch.count + 1);
    this.batch.marks[this.markCount++] = this.at - 1 - this.windowFrom;
  }

  /** Finishes the segment: its data end at `to`, what comes next begins at `next`. */
  commit(to: number, { bits, next }: { bits: number; next: number }): void {
    const { batch } = this;
    batch.reserve(this.markCount + 1, batch.count + 1);
    batch.marks[this.markCount++] = to - this.windowFrom;
    batch.flags[batch.count++] = bits;
    batch.starts[batch.count] = this.markCount;
    this.at = next;
    this.bits = 0;
    this.layoutBytes = 0;
    this.layoutAsOpened = true;
  }

  /** Goes on in another batch, into which the marks of the unfinished segment move. */
  moveTo(batch: WindowBatch): void {
    const { marks, starts, count } = this.batch;
    const first = starts[count] ?? 0;
    const open = this.markCount - first;
    const windowFrom = open > 0 ? this.segmentFrom : this.at;
    batch.reserve(open, 0);
    for (let k = 0; k < open; k++) batch.marks[k] = (marks[first + k] ?? 0) - (windowFrom - this.windowFrom);
    this.batch = batch;
    this.markCount = open;
    this.windowFrom = windowFrom;
  }

  /** Flags that the bytes leave: control, nonAscii, component, repetition. */
  dataFlags({ classes }: ScanTables, from: number, to: number): number {
    const { bytes } = this.buffer;
    let bits = 0;
    for (let i = from; i < to; i++) bits |= byteAt(classes, byteAt(bytes, i));
    return bits & LEFT_BY_BYTES;
  }
}
