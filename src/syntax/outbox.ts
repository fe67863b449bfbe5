import { type Finding, finding } from '../model/finding.js';
import type { Position } from '../model/position.js';
import type { Reason } from '../model/reasons.js';
import { SegmentFlag } from '../model/segments.js';
import { type TokenBatch, WindowBatch } from './batch.js';
import { byteAt } from './byte-classes.js';
import type { Cursor } from './cursor.js';
import type { Encoding } from './encoding.js';
import { type Frame, firstInvalid, lacksIsa16 } from './frame.js';

/** A batch is closed when its window has grown to this many bytes, so that texts and tables stay small. */
export const WINDOW_BYTES = 64 * 1024;

/** Batches kept for use again, those of a chunk of 1 MiB; a larger one makes more, left to the garbage collector. */
const FREE_BATCHES = 17;
const NO_BATCHES: readonly TokenBatch[] = [];

/** A finding and the input offset that orders it: some are made only when a batch is closed. */
interface Noted {
  readonly found: Finding;
  readonly inputOffset: number;
}

/** Collects findings and closes batches. Findings come in the order of the input, however that is cut. */
export class Outbox {
  /** 1-based number of the current interchange; 0 before the first. */
  interchange = 0;
  readonly #encoding: Encoding;
  #frame: Frame | undefined;
  #findings: Noted[] = [];
  #batches: WindowBatch[] = [];
  readonly #free: WindowBatch[] = [];
  /** What was reported already and is reported once an interchange. */
  readonly #reported = new Set<Reason>();
  #mayLackIsa16 = false;

  constructor(encoding: Encoding) {
    this.#encoding = encoding;
  }

  /** Batches and findings are from now on those of this interchange. */
  open(frame: Frame): void {
    this.#frame = frame;
    this.#mayLackIsa16 = frame.mayLackIsa16;
    if (this.#reported.size > 0) this.#reported.clear();
  }

  /** Reports on a header or on what stands before it. */
  report(...findings: readonly Finding[]): void {
    for (const found of findings) this.#note(found, 0);
  }

  reportReason(reason: Reason, place: Omit<Position, 'interchange'> = {}): void {
    this.report(finding(reason, { interchange: this.interchange, ...place }));
  }

  /** Reports at a place of the input, unless this interchange has the same reason already. */
  reportOnce(reason: Reason, inputOffset: number): void {
    if (this.#reported.has(reason)) return;
    this.#reported.add(reason);
    const segmentOffset = inputOffset - (this.#frame?.inputOffset ?? 0);
    this.#note(finding(reason, { interchange: this.interchange, segmentOffset }), inputOffset);
  }

  /** Hands over the complete segments and findings, if there are any; the cursor goes on in another batch. */
  close(cursor: Cursor): void {
    const { batch } = cursor;
    if (batch.count > 0 && this.#frame !== undefined) this.#seal(cursor, this.#frame);
    if (batch.count === 0 && this.#findings.length === 0) {
      if (cursor.markCount === 0) cursor.windowFrom = cursor.at;
      return;
    }
    batch.interchange = this.interchange;
    if (this.#findings.length > 0) {
      batch.findings = this.#findings.sort((a, b) => a.inputOffset - b.inputOffset).map(({ found }) => found);
      this.#findings = [];
    }
    this.#batches.push(batch);
    const next = this.#free.pop() ?? new WindowBatch();
    next.reset();
    // Behind a full window comes one like it: its tables are made once, not grown. bench: `npm run bench -- --stages offsets`.
    if (batch.bytes.length >= WINDOW_BYTES) next.reserve(batch.starts[batch.count] ?? 0, batch.count);
    cursor.moveTo(next);
  }

  /** The batches closed since {@link recycle}. */
  take(): readonly TokenBatch[] {
    return this.#batches.length === 0 ? NO_BATCHES : this.#batches;
  }

  /** Makes the batches taken last usable again. */
  recycle(): void {
    if (this.#batches.length === 0) return;
    for (const batch of this.#batches) if (this.#free.length < FREE_BATCHES) this.#free.push(batch);
    this.#batches = [];
  }

  /** Begins a new input: nothing of the last is kept but the empty batches. */
  reset(): void {
    this.recycle();
    for (const batch of this.#free) batch.reset();
    this.interchange = 0;
    this.#frame = undefined;
    if (this.#findings.length > 0) this.#findings = [];
    if (this.#reported.size > 0) this.#reported.clear();
    this.#mayLackIsa16 = false;
  }

  #seal({ batch, windowFrom, buffer }: Cursor, frame: Frame): void {
    const last = (batch.starts[batch.count] ?? 0) - 1;
    const to = Math.min(windowFrom + (batch.marks[last] ?? 0) + 1, buffer.length);
    batch.delimiters = frame.delimiters;
    batch.encoding = this.#encoding;
    batch.bytes = buffer.bytes.subarray(windowFrom, to);
    batch.baseOffset = buffer.inputOffset + windowFrom - frame.inputOffset;
    let bits = 0;
    // Segments with such delimiters are decoded before they are cut.
    if (frame.isHigh)
      for (let i = 0; i < batch.count; i++) batch.flags[i] = byteAt(batch.flags, i) | SegmentFlag.nonAscii;
    for (let i = 0; i < batch.count; i++) bits |= byteAt(batch.flags, i);
    batch.nonAscii = (bits & SegmentFlag.nonAscii) !== 0;
    if (batch.nonAscii && !this.#reported.has('encoding-invalid')) this.#checkEncoding(batch, frame);
    if (this.#mayLackIsa16) this.#checkIsa16(batch, frame);
  }

  #checkEncoding(batch: WindowBatch, frame: Frame): void {
    const index = firstInvalid(batch);
    if (index !== undefined) this.reportOnce('encoding-invalid', frame.inputOffset + batch.offset(index));
  }

  #checkIsa16(batch: WindowBatch, frame: Frame): void {
    const lacks = lacksIsa16(batch);
    this.#mayLackIsa16 = lacks === undefined;
    if (lacks !== true) return;
    const at = { interchange: this.interchange, segmentOffset: 0, segmentId: 'ISA', element: 16 };
    const seenIn = batch.offset(batch.opening === undefined ? 0 : 1);
    this.#note(finding('isa-component-separator-missing', at), frame.inputOffset + seenIn);
  }

  #note(found: Finding, inputOffset: number): void {
    this.#findings.push({ found, inputOffset });
  }
}
