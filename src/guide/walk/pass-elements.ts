import { type SegmentBatch, SegmentFlag } from '../../model/segments.js';
import { PACKED_LENGTH, packBytes } from '../plan/code-table.js';
import {
  CHECK_CODES,
  CHECK_COMPOSITE,
  CHECK_DATE,
  CHECK_DECIMAL,
  CHECK_FORMATTED,
  CHECK_INTEGER,
  CHECK_LISTED,
  CHECK_ONLY,
  CHECK_TEXT,
  CHECK_TIME,
  COMPOSITE_FORMATTED,
  COMPOSITE_SIZE,
  ELEMENT_KIND,
  ELEMENT_MAX,
  ELEMENT_MIN,
  ELEMENT_MORE,
  ELEMENT_WORDS,
  KIND_MASK,
  REPEAT_SHIFT,
  SEGMENT_SIZE,
  SEGMENT_WORDS,
  SPREAD,
} from '../plan/image.js';
import type { SegmentPlan } from '../plan/plan.js';
import { holdsComponents, holdsPresence } from '../plan/presence.js';
import { isCodeAt } from '../values/code.js';
import { isDateAt } from '../values/date.js';
import { isFormattedAt } from '../values/formatted-date.js';
import { isNumberAt } from '../values/number.js';
import { isLong, isTextAt } from '../values/text.js';
import { isTimeAt } from '../values/time.js';

// The short way of validation alone: one pass over bytes and the numbers of the guide's image, without plan objects, strings or
// values. It answers whether a segment is right in every respect; whatever it doubts, read-segment.ts reads again and judges.
// Functions and not methods, with all they need as arguments: so the hot loop has numbers alone. bench: stage `validate`.

/** What the short way does not look at. */
export const UNUSUAL = SegmentFlag.control | SegmentFlag.nonAscii | SegmentFlag.binary | SegmentFlag.binaryLength;
export const SPLIT = SegmentFlag.component | SegmentFlag.repetition;
/** Elements of a segment, at most. */
export const LAST_BIT = 60;
/** The last component that has a bit. */
const LAST_COMPONENT = 30;

const BLANK = 0x20;

/**
 * True when nothing is wrong with the elements of a segment; false when something may be.
 * @param row of the segment; it has more elements than `count`
 * @param first index of the segment's first mark
 * @param split true where the segment has separators inside of elements, which are then neither minus nor point
 * @param repetition -1 where there is no such separator
 */
export function passes(
  words: Int32Array,
  row: number,
  bytes: Uint8Array,
  marks: Int32Array,
  first: number,
  count: number,
  split: boolean,
  component: number,
  repetition: number,
): boolean {
  let low = 0;
  let high = 0;
  let at = row + SEGMENT_WORDS;
  let stop = marks[first + 1] ?? 0;
  let start = stop;
  for (let k = 1; k <= count; k++) {
    start = stop + 1;
    stop = marks[first + k + 1] ?? 0;
    at += ELEMENT_WORDS;
    if (start >= stop) continue;
    if (k <= 30) low |= 1 << k;
    else high |= 1 << (k - 30);
    const head = words[at + ELEMENT_KIND] ?? 0;
    let right = false;
    switch (head & KIND_MASK) {
      case CHECK_TEXT: {
        const length = stop - start;
        right =
          length >= (words[at + ELEMENT_MIN] ?? 0) &&
          length <= (words[at + ELEMENT_MAX] ?? 0) &&
          bytes[stop - 1] !== BLANK;
        if (right && split) right = !isSplit(bytes, start, stop, component, repetition);
        break;
      }
      // The loops of packBytes and hasKey stand here: what is called from so large a function is not compiled into it.
      case CHECK_ONLY:
      case CHECK_CODES: {
        let code = 0;
        if (stop - start <= PACKED_LENGTH) for (let i = start; i < stop; i++) code = (code << 8) | (bytes[i] ?? 0);
        const more = words[at + ELEMENT_MORE] ?? 0;
        if ((head & KIND_MASK) === CHECK_ONLY) {
          right = code === more;
          break;
        }
        const mask = words[more + 1] ?? 0;
        let slot = Math.imul(code, SPREAD) >>> (words[more] ?? 0);
        let held = words[more + 2 + slot] ?? 0;
        while (held !== code && held !== 0) {
          slot = (slot + 1) & mask;
          held = words[more + 2 + slot] ?? 0;
        }
        right = held === code && code !== 0;
        break;
      }
      case CHECK_FORMATTED: {
        const other = words[at + ELEMENT_MORE] ?? 0;
        if (other >= k || !isLong(words, at, stop - start)) return false;
        const qualifier = packBytes(bytes, (marks[first + other] ?? 0) + 1, marks[first + other + 1] ?? 0);
        if (!isFormattedAt(bytes, start, stop, qualifier)) return false;
        continue;
      }
      case CHECK_COMPOSITE:
        // The number of repetitions stands above the kind: most composites have one.
        right = head >> REPEAT_SHIFT === 1 && isComposite(words, at, bytes, start, stop, component, repetition);
        break;
      case CHECK_INTEGER:
        right = isNumberAt(words, at, false, bytes, start, stop);
        break;
      case CHECK_DECIMAL:
        right = isNumberAt(words, at, true, bytes, start, stop);
        break;
      case CHECK_DATE:
        right = isLong(words, at, stop - start) && isDateAt(bytes, start, stop);
        break;
      default:
        right = isRight(words, at, bytes, start, stop);
    }
    if (!right && !(split && repeats(words, at, bytes, start, stop, component, repetition))) return false;
  }
  if (start === stop && count > 0) return false;
  return holdsPresence(words, row, low, high);
}

/** The same of a segment of a batch by itself: false also where it has something that the short way does not look at. */
export function isSegmentRight({ image, row }: SegmentPlan, batch: SegmentBatch, index: number): boolean {
  const { words } = image;
  const { bytes, marks, starts, delimiters } = batch;
  const flags = batch.flags[index] ?? 0;
  const first = starts[index] ?? 0;
  const count = (starts[index + 1] ?? 0) - first - 2;
  const isSplit = (flags & SPLIT) !== 0;
  const { component, repetition = '' } = delimiters;
  if ((flags & (UNUSUAL | SegmentFlag.truncated)) !== 0 || (isSplit && /[-.]/.test(component + repetition)))
    return false;
  if (count > LAST_BIT || count >= (words[row + SEGMENT_SIZE] ?? 0)) return false;
  const repeat = repetition === '' ? -1 : repetition.charCodeAt(0);
  return passes(words, row, bytes, marks, first, count, isSplit, component.charCodeAt(0), repeat);
}

/** Whether a separator stands inside of an element. */
export function isSplit(
  bytes: Uint8Array,
  start: number,
  stop: number,
  component: number,
  repetition: number,
): boolean {
  for (let i = start; i < stop; i++) {
    const byte = bytes[i];
    if (byte === component || byte === repetition) return true;
  }
  return false;
}

// An element in which repetition separators may stand; they bind looser than component separators (X12.6).
function repeats(
  words: Int32Array,
  at: number,
  bytes: Uint8Array,
  start: number,
  stop: number,
  component: number,
  repetition: number,
): boolean {
  const head = words[at + ELEMENT_KIND] ?? 0;
  const composite = (head & KIND_MASK) === CHECK_COMPOSITE;
  let values = 0;
  let from = start;
  for (let i = start; i <= stop; i++) {
    if (i < stop) {
      const byte = bytes[i];
      if (byte === component && !composite) return false;
      if (byte !== repetition) continue;
    }
    values++;
    if (from === i) return false;
    const right = composite
      ? isComposite(words, at, bytes, from, i, component, repetition)
      : isRight(words, at, bytes, from, i);
    if (!right) return false;
    from = i + 1;
  }
  return values <= head >> REPEAT_SHIFT;
}

function isComposite(
  words: Int32Array,
  at: number,
  bytes: Uint8Array,
  start: number,
  stop: number,
  component: number,
  repetition: number,
): boolean {
  const head = words[at + ELEMENT_MORE] ?? 0;
  const size = words[head + COMPOSITE_SIZE] ?? 0;
  let bits = 0;
  let position = 1;
  let from = start;
  for (let i = start; i <= stop; i++) {
    if (i < stop) {
      const byte = bytes[i];
      if (byte === repetition) return false;
      if (byte !== component) continue;
    }
    if (i > from) {
      if (position >= size || position > LAST_COMPONENT) return false;
      bits |= 1 << position;
      if (!isRight(words, head + position * ELEMENT_WORDS, bytes, from, i)) return false;
    }
    from = i + 1;
    position++;
  }
  // Nothing behind the last separator; nothing at all; a date by a qualifier inside.
  if (bytes[stop - 1] === component || bits === 0) return false;
  if ((bits & (1 << (words[head + COMPOSITE_FORMATTED] ?? 0))) > 1) return false;
  return holdsComponents(words, head, bits);
}

/**
 * Whether a value is surely right by the row at `at`, on its bytes: ASCII, without separators. False is a doubt, which
 * `values/check-value.ts` settles.
 */
export function isRight(words: Int32Array, at: number, bytes: Uint8Array, start: number, stop: number): boolean {
  const kind = (words[at + ELEMENT_KIND] ?? 0) & KIND_MASK;
  switch (kind) {
    case CHECK_TEXT:
      return isTextAt(words, at, bytes, start, stop);
    case CHECK_ONLY:
    case CHECK_CODES:
    case CHECK_LISTED:
      return isCodeAt(words, at, kind, packBytes(bytes, start, stop));
    case CHECK_INTEGER:
    case CHECK_DECIMAL:
      return isNumberAt(words, at, kind === CHECK_DECIMAL, bytes, start, stop);
    case CHECK_DATE:
      return isLong(words, at, stop - start) && isDateAt(bytes, start, stop);
    case CHECK_TIME:
      return isLong(words, at, stop - start) && isTimeAt(bytes, start, stop);
  }
  return false;
}
