import { ByteClass, CR, StartClass } from '../byte-classes.js';
import type { Cursor } from '../cursor.js';
import type { Frame } from '../frame.js';

/** Where the scan stopped: inside a segment, behind a terminator, or at a terminator that needs more care. */
export type ScanStop = 'inside' | 'start' | 'ending';

/**
 * The hot loop: scans the segment at `cursor.at` and those after it up to `end`. Plain segments with the usual line break
 * are finished here, everything else is left to the tokenizer. The batch must have room for two marks and one segment a
 * byte. Judged by `npm run bench -- --stages offsets`, with and without WebAssembly: one table load a byte, no end check (a sentinel terminator stands behind the
 * block), constants and fields in locals.
 */
export function scanBlock(cursor: Cursor, end: number, { frame, elements, segmentBytes }: ScanLimits): ScanStop {
  const PLAIN = ByteClass.plain;
  const SEPARATOR = ByteClass.separator;
  const TERMINATOR = ByteClass.terminator;
  const LOOK = StartClass.look;
  const { terminator, newline, tables, dropsCr } = frame;
  const { classes, starts: startClasses, seconds } = tables;
  const { bytes } = cursor.buffer;
  const { batch, windowFrom, special } = cursor;
  const { marks, starts, flags } = batch;
  const breakBytes = newline.length;
  const break0 = breakBytes > 0 ? newline.charCodeAt(0) : 0;
  const break1 = breakBytes > 1 ? newline.charCodeAt(1) : 0;
  let count = batch.count;
  let m = cursor.markCount;
  // A segment no longer than both limits can break neither.
  const safeBytes = Math.min(elements, segmentBytes);
  let segmentFrom = cursor.segmentFrom;
  let bits = cursor.bits;
  let i = cursor.at - 1;
  let stop: ScanStop = 'inside';
  const held = bytes[end] ?? 0;
  bytes[end] = terminator;
  for (;;) {
    let kind: number;
    // Four a turn: V8 looks for interrupts once in each.
    for (;;) {
      kind = classes[bytes[++i] ?? 0] ?? 0;
      if (kind !== PLAIN) break;
      kind = classes[bytes[++i] ?? 0] ?? 0;
      if (kind !== PLAIN) break;
      kind = classes[bytes[++i] ?? 0] ?? 0;
      if (kind !== PLAIN) break;
      kind = classes[bytes[++i] ?? 0] ?? 0;
      if (kind !== PLAIN) break;
    }
    if (kind === SEPARATOR) {
      marks[m++] = i - windowFrom;
      continue;
    }
    if (kind !== TERMINATOR) {
      bits |= kind;
      continue;
    }
    if (i >= end) break;
    if (i - segmentFrom > safeBytes || special || (dropsCr && bytes[i - 1] === CR)) {
      stop = 'ending';
      break;
    }
    marks[m++] = i - windowFrom;
    flags[count] = bits;
    starts[++count] = m;
    bits = 0;
    segmentFrom = i + 1;
    if (breakBytes > 0) {
      if (bytes[segmentFrom] === break0 && (breakBytes === 1 || bytes[segmentFrom + 1] === break1)) {
        segmentFrom += breakBytes;
      } else {
        stop = 'start';
        break;
      }
    }
    const start = startClasses[bytes[segmentFrom] ?? 0] ?? 0;
    if (
      segmentFrom + 1 >= end ||
      (start !== PLAIN && (start === LOOK || (start & (seconds[bytes[segmentFrom + 1] ?? 0] ?? 0)) !== 0))
    ) {
      segmentFrom = i + 1;
      stop = 'start';
      break;
    }
    i = segmentFrom - 1;
    marks[m++] = i - windowFrom;
  }
  bytes[end] = held;
  batch.count = count;
  cursor.markCount = m;
  cursor.bits = bits;
  cursor.at = stop === 'start' ? segmentFrom : i;
  return stop;
}

export interface ScanLimits {
  readonly frame: Frame;
  readonly elements: number;
  readonly segmentBytes: number;
}
