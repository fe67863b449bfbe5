import { type SegmentBatch, SegmentFlag } from '../model/segments.js';
import { isDate6Number, isDate8Number, isTimeNumber } from './check-date.js';
import { packBytes } from './code-table.js';
import type { SegmentPlan } from './plan.js';
import { Check, KIND_BITS, ROW, type SegmentChecks } from './segment-checks.js';
import { notesHold } from './syntax-notes.js';

// The short way of validation alone: one pass over bytes and rows of numbers, without plan objects, strings or values. It
// answers whether a segment is right in every respect; whatever it doubts, read-segment.ts reads again and judges.
// bench: stage `validate`.

/** Equals no byte: there is no such separator. */
const NO_BYTE = -1;
const UNUSUAL = SegmentFlag.control | SegmentFlag.nonAscii | SegmentFlag.binary | SegmentFlag.binaryLength;
const SPLIT = SegmentFlag.component | SegmentFlag.repetition;
const LAST_BIT = 60;
const KIND_MASK = (1 << KIND_BITS) - 1;

const BLANK = 0x20;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const D8 = 0x4438;
const RD8 = 0x524438;
const RANGE_LENGTH = 17;

const NO_BYTES = new Uint8Array(0);

export class QuickCheck {
  #bytes: Uint8Array = NO_BYTES;
  #component = NO_BYTE;
  #repetition = NO_BYTE;

  /** Sets the batch that the next segments are in; to be called again when its contents have changed. */
  window({ bytes, delimiters }: SegmentBatch): void {
    this.#bytes = bytes;
    this.#component = delimiters.component.charCodeAt(0);
    this.#repetition = delimiters.repetition?.charCodeAt(0) ?? NO_BYTE;
  }

  /** Lets go of the batch. */
  forget(): void {
    this.#bytes = NO_BYTES;
  }

  /** True when nothing is wrong with the elements of segment `index`; false when something may be. */
  passes(segment: SegmentPlan, batch: SegmentBatch, index: number): boolean {
    const flags = batch.flags[index] ?? 0;
    const { marks, starts } = batch;
    const first = starts[index] ?? 0;
    const count = (starts[index + 1] ?? 0) - first - 2;
    if ((flags & UNUSUAL) !== 0 || count > LAST_BIT) return false;
    const bytes = this.#bytes;
    const checks = segment.checks;
    const rows = checks.rows;
    const split = (flags & SPLIT) !== 0;
    let low = 0;
    let high = 0;
    let stop = marks[first + 1] ?? 0;
    let start = stop;
    for (let k = 1; k <= count; k++) {
      start = stop + 1;
      stop = marks[first + k + 1] ?? 0;
      if (start >= stop) continue;
      if (k >= checks.size) return false;
      if (k <= 30) low |= 1 << k;
      else high |= 1 << (k - 30);
      const row = k * ROW;
      const kind = (rows[row] ?? 0) & KIND_MASK;
      if (split && (kind === Check.composite || this.#isSplit(start, stop))) {
        if (!this.#splits(checks, row, kind, start, stop)) return false;
        continue;
      }
      const length = stop - start;
      switch (kind) {
        case Check.text:
          if (length < (rows[row + 1] ?? 0) || length > (rows[row + 2] ?? 0) || bytes[stop - 1] === BLANK) return false;
          break;
        case Check.only:
          if (packBytes(bytes, start, stop) !== rows[row + 3]) return false;
          break;
        case Check.codes:
          if (checks.tables[rows[row + 3] ?? 0]?.has(packBytes(bytes, start, stop)) !== true) return false;
          break;
        case Check.formatted: {
          const other = rows[row + 3] ?? 0;
          if (other >= k || !isLong(rows, row, length)) return false;
          const qualifier = packBytes(bytes, (marks[first + other] ?? 0) + 1, marks[first + other + 1] ?? 0);
          if (!isFormatted(bytes, start, stop, qualifier)) return false;
          break;
        }
        case Check.composite:
          if (!this.#composite(checks, row, start, stop)) return false;
          break;
        default:
          if (!isRight(checks, row, kind, bytes, start, stop)) return false;
      }
    }
    if (start === stop && count > 0) return false;
    return holdsPresence(segment, low, high);
  }

  #isSplit(start: number, stop: number): boolean {
    const component = this.#component;
    const repetition = this.#repetition;
    const bytes = this.#bytes;
    for (let i = start; i < stop; i++) {
      const byte = bytes[i];
      if (byte === component || byte === repetition) return true;
    }
    return false;
  }

  // An element in which separators stand; repetition binds looser than component (X12.6).
  #splits(checks: SegmentChecks, row: number, kind: number, start: number, stop: number): boolean {
    const bytes = this.#bytes;
    let values = 0;
    let from = start;
    for (let i = start; i <= stop; i++) {
      if (i < stop) {
        const byte = bytes[i];
        if (byte === this.#component && kind !== Check.composite) return false;
        if (byte !== this.#repetition) continue;
      }
      values++;
      if (from === i) return false;
      const right =
        kind === Check.composite ? this.#composite(checks, row, from, i) : isRight(checks, row, kind, bytes, from, i);
      if (!right) return false;
      from = i + 1;
    }
    return values <= (checks.rows[row] ?? 0) >> KIND_BITS;
  }

  #composite(checks: SegmentChecks, row: number, start: number, stop: number): boolean {
    const bytes = this.#bytes;
    const separator = this.#component;
    const rows = checks.rows;
    const head = rows[row + 3] ?? 0;
    const parts = rows[head] ?? 0;
    let bits = 0;
    let position = 1;
    let from = start;
    for (let i = start; i <= stop; i++) {
      if (i < stop && bytes[i] !== separator) continue;
      if (i > from) {
        if (position >= parts) return false;
        bits |= 1 << position;
        const part = head + position * ROW;
        if (!isRight(checks, part, (rows[part] ?? 0) & KIND_MASK, bytes, from, i)) return false;
      }
      from = i + 1;
      position++;
    }
    // Nothing behind the last separator; nothing at all; a date by a qualifier inside.
    if (bytes[stop - 1] === separator || bits === 0 || (bits & (1 << (rows[head + 3] ?? 0))) > 1) return false;
    return ((rows[head + 1] ?? 0) & ~bits) === 0 && notesHold(checks.notes[rows[head + 2] ?? 0] ?? [], bits, 0);
  }
}

/** True when the elements that are present, as bits, are what the segment requires and its notes allow. */
export function holdsPresence(segment: SegmentPlan, low: number, high: number): boolean {
  const checks = segment.checks;
  if (low === checks.goodLow && high === checks.goodHigh) return true;
  if ((segment.requiredLow & ~low) !== 0 || (segment.requiredHigh & ~high) !== 0) return false;
  if (!notesHold(segment.syntax, low, high)) return false;
  checks.goodLow = low;
  checks.goodHigh = high;
  return true;
}

function isLong(rows: Int32Array, row: number, length: number): boolean {
  return length >= (rows[row + 1] ?? 0) && length <= (rows[row + 2] ?? 0);
}

/** One value without separators. */
function isRight(
  { rows, tables }: SegmentChecks,
  row: number,
  kind: number,
  bytes: Uint8Array,
  start: number,
  stop: number,
): boolean {
  switch (kind) {
    case Check.text:
      return isLong(rows, row, stop - start) && bytes[stop - 1] !== BLANK;
    case Check.only:
      return packBytes(bytes, start, stop) === rows[row + 3];
    case Check.codes:
      return tables[rows[row + 3] ?? 0]?.has(packBytes(bytes, start, stop)) === true;
    case Check.integer:
    case Check.decimal:
      return isNumber(rows, row, kind === Check.decimal, bytes, start, stop);
    case Check.date:
      return isLong(rows, row, stop - start) && isDate(bytes, start, stop);
    case Check.time:
      return isLong(rows, row, stop - start) && isTimeNumber(digits(bytes, start, stop), stop - start);
  }
  return false;
}

// As check-value.ts has it: an optional minus, digits, one point in an R; no needless zero, sign or point.
function isNumber(
  rows: Int32Array,
  row: number,
  decimal: boolean,
  bytes: Uint8Array,
  start: number,
  stop: number,
): boolean {
  const from = bytes[start] === MINUS ? start + 1 : start;
  let point = -1;
  let seen = 0;
  for (let i = from; i < stop; i++) {
    const byte = bytes[i] ?? 0;
    if (byte >= ZERO && byte <= NINE) seen |= byte;
    else if (byte === POINT && decimal && point < 0) point = i;
    else return false;
  }
  const length = stop - from - (point < 0 ? 0 : 1);
  if (length === 0 || !isLong(rows, row, length) || point === stop - 1) return false;
  // A digit beside zero leaves a bit in the lower half.
  if (from > start && (seen & 0xf) === 0) return false;
  const whole = (point < 0 ? stop : point) - from;
  return bytes[from] !== ZERO || whole <= 1 || length <= (rows[row + 1] ?? 0);
}

function isDate(bytes: Uint8Array, start: number, stop: number): boolean {
  const number = digits(bytes, start, stop);
  if (number < 0) return false;
  return stop - start === 8 ? isDate8Number(number) : stop - start === 6 && isDate6Number(number);
}

// DE 1251 by the two qualifiers that nearly all dates have.
function isFormatted(bytes: Uint8Array, start: number, stop: number, qualifier: number): boolean {
  if (qualifier === D8) return stop - start === 8 && isDate(bytes, start, stop);
  if (qualifier !== RD8 || stop - start !== RANGE_LENGTH || bytes[start + 8] !== MINUS) return false;
  const from = digits(bytes, start, start + 8);
  const to = digits(bytes, start + 9, stop);
  return from <= to && isDate8Number(from) && isDate8Number(to);
}

/** The digits as one number; -1 when another character stands among them. */
function digits(bytes: Uint8Array, start: number, stop: number): number {
  let number = 0;
  for (let i = start; i < stop; i++) {
    const digit = (bytes[i] ?? 0) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return number;
}
