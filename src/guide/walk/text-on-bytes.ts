import {
  CHECK_COMPOSITE,
  CHECK_DATE,
  CHECK_DECIMAL,
  CHECK_INTEGER,
  CHECK_LISTED,
  CHECK_TIME,
  ELEMENT_KIND,
  ELEMENT_MIN,
  ELEMENT_MORE,
  ELEMENT_WORDS,
  IS_LIST,
  KIND_MASK,
  SEGMENT_WORDS,
} from '../plan/image.js';
import { KEY_LENGTH, KEY_SHIFT } from '../plan/json-keys.js';

// Segments as JSON text, straight from ASCII bytes: of such with whose elements nothing is wrong, as `JSON.stringify` writes what `SegmentBuilder` of read/
// makes of them. Every member is written behind a comma; the first one becomes the brace. bench: stage `JSON text`.

/** What is not plain is not written: objects have to say it. */
export const NOT_PLAIN = -1;
/** How values are written, as bits: numbers that lose nothing as numbers; characters may need escaping. */
export const EXACT = 1;
export const ESCAPES = 2;

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const EXACT_DIGITS = 15;
const MOST_DECIMALS = 6;

/**
 * Writes the object of a segment to `out`, from `to` on, where there is room.
 * @param keyRows the key of each row of the image, and `keys` their bytes, as `JsonKeys` has them.
 * @param view of the same memory as `out`.
 * @param form {@link EXACT}, {@link ESCAPES}.
 * @returns where it ends, or {@link NOT_PLAIN}.
 */
export function writeText(
  words: Int32Array,
  row: number,
  keyRows: Int32Array,
  keys: Float64Array,
  bytes: Uint8Array,
  marks: Int32Array,
  first: number,
  count: number,
  component: number,
  repetition: number,
  form: number,
  out: Uint8Array,
  view: DataView,
  to: number,
): number {
  let end = to;
  let at = row + SEGMENT_WORDS;
  let stop = marks[first + 1] ?? 0;
  for (let k = 1; k <= count; k++) {
    const start = stop + 1;
    stop = marks[first + k + 1] ?? 0;
    at += ELEMENT_WORDS;
    if (start >= stop) continue;
    const head = words[at + ELEMENT_KIND] ?? 0;
    end = putKey(keys, keyRows[at] ?? 0, view, end);
    if ((head & IS_LIST) !== 0) {
      out[end] = OPEN_LIST;
      end++;
    }
    // Those of repetitions bind looser (X12.6).
    let from = start;
    for (let i = start; i <= stop; i++) {
      if (i < stop && bytes[i] !== repetition) continue;
      if (from > start) {
        out[end] = COMMA;
        end++;
      }
      if ((head & KIND_MASK) === CHECK_COMPOSITE)
        end = putComposite(words, at, keyRows, keys, bytes, from, i, component, form, out, view, end);
      else end = putValue(words, at, bytes, from, i, form, out, end);
      if (end < 0) return NOT_PLAIN;
      from = i + 1;
    }
    if ((head & IS_LIST) !== 0) {
      out[end] = CLOSE_LIST;
      end++;
    }
  }
  return closed(out, to, end);
}

// The object whose members begin at `to`.
function closed(out: Uint8Array, to: number, end: number): number {
  out[to] = OPEN;
  const behind = end === to ? end + 1 : end;
  out[behind] = CLOSE;
  return behind + 1;
}

/** Writes a key of `JsonKeys`, and up to seven bytes more. */
export function putKey(keys: Float64Array, key: number, view: DataView, to: number): number {
  const stop = to + (key & KEY_LENGTH);
  let word = key >> KEY_SHIFT;
  for (let i = to; i < stop; i += 8) {
    view.setFloat64(i, keys[word] ?? 0, true);
    word++;
  }
  return stop;
}

function putComposite(
  words: Int32Array,
  at: number,
  keyRows: Int32Array,
  keys: Float64Array,
  bytes: Uint8Array,
  start: number,
  stop: number,
  component: number,
  form: number,
  out: Uint8Array,
  view: DataView,
  to: number,
): number {
  let end = to;
  let row = words[at + ELEMENT_MORE] ?? 0;
  let from = start;
  for (let i = start; i <= stop; i++) {
    if (i < stop && bytes[i] !== component) continue;
    row += ELEMENT_WORDS;
    if (i > from) {
      end = putKey(keys, keyRows[row] ?? 0, view, end);
      end = putValue(words, row, bytes, from, i, form, out, end);
      if (end < 0) return NOT_PLAIN;
    }
    from = i + 1;
  }
  return closed(out, to, end);
}

/** Writes a value by the row at `at`, which it is right by. */
export function putValue(
  words: Int32Array,
  at: number,
  bytes: Uint8Array,
  start: number,
  stop: number,
  form: number,
  out: Uint8Array,
  to: number,
): number {
  const kind = (words[at + ELEMENT_KIND] ?? 0) & KIND_MASK;
  if (kind === CHECK_INTEGER || kind === CHECK_DECIMAL)
    return putNumber(words, at, kind === CHECK_DECIMAL, bytes, start, stop, form, out, to);
  if (kind === CHECK_DATE) return stop - start === 8 ? putDigits(bytes, start, stop, MINUS, 4, out, to) : NOT_PLAIN;
  if (kind === CHECK_TIME)
    return stop - start === 4 || stop - start === 6 ? putDigits(bytes, start, stop, COLON, 2, out, to) : NOT_PLAIN;
  if (kind === CHECK_LISTED && (form & EXACT) !== 0) return putBare(bytes, start, stop, out, to);
  return putQuoted(bytes, start, stop, form, out, to);
}

function putQuoted(bytes: Uint8Array, start: number, stop: number, form: number, out: Uint8Array, to: number): number {
  out[to] = QUOTE;
  let end = to + 1;
  if ((form & ESCAPES) === 0) end = putBare(bytes, start, stop, out, end);
  else
    for (let i = start; i < stop; i++) {
      const byte = bytes[i] ?? 0;
      if (byte === QUOTE || byte === BACKSLASH) {
        out[end] = BACKSLASH;
        end++;
      }
      out[end] = byte;
      end++;
    }
  out[end] = QUOTE;
  return end + 1;
}

function putBare(bytes: Uint8Array, start: number, stop: number, out: Uint8Array, to: number): number {
  let end = to;
  for (let i = start; i < stop; i++) {
    out[end] = bytes[i] ?? 0;
    end++;
  }
  return end;
}

// Digits with a mark behind the first `lead`, and behind every two that follow.
function putDigits(
  bytes: Uint8Array,
  start: number,
  stop: number,
  mark: number,
  lead: number,
  out: Uint8Array,
  to: number,
): number {
  out[to] = QUOTE;
  let end = putBare(bytes, start, start + lead, out, to + 1);
  for (let i = start + lead; i < stop; i += 2) {
    out[end] = mark;
    end = putBare(bytes, i, i + 2, out, end + 1);
  }
  out[end] = QUOTE;
  return end + 1;
}

// As `SpanReader` has it: what it makes a number prints as the text it is made of, but for zeros at the beginning of an Nn.
function putNumber(
  words: Int32Array,
  at: number,
  decimal: boolean,
  bytes: Uint8Array,
  start: number,
  stop: number,
  form: number,
  out: Uint8Array,
  to: number,
): number {
  const scale = decimal ? 0 : (words[at + ELEMENT_MORE] ?? 0);
  if ((form & EXACT) === 0) return scale === 0 ? putQuoted(bytes, start, stop, form, out, to) : NOT_PLAIN;
  const from = bytes[start] === MINUS ? start + 1 : start;
  let point = -1;
  if (decimal) for (let i = from; i < stop; i++) if (bytes[i] === POINT) point = i;
  const digits = stop - from - (point < 0 ? 0 : 1);
  if (point === from) return putQuoted(bytes, start, stop, form, out, to);
  if (digits > EXACT_DIGITS || (point >= 0 && stop - point - 1 > MOST_DECIMALS)) return NOT_PLAIN;
  if (bytes[from] === ZERO && (point < 0 ? digits : point - from) > 1) {
    if (decimal || scale > 0 || digits !== words[at + ELEMENT_MIN]) return NOT_PLAIN;
    let first = from;
    while (first < stop - 1 && bytes[first] === ZERO) first++;
    return putBare(bytes, first, stop, out, putBare(bytes, start, from, out, to));
  }
  if (point >= 0 && bytes[stop - 1] === ZERO) return putQuoted(bytes, start, stop, form, out, to);
  return scale === 0 ? putBare(bytes, start, stop, out, to) : putScaled(bytes, start, from, stop, scale, out, to);
}

// An Nn with decimals: the point goes `scale` digits from the right, and zeros at the end are none of a number.
function putScaled(
  bytes: Uint8Array,
  start: number,
  from: number,
  stop: number,
  scale: number,
  out: Uint8Array,
  to: number,
): number {
  const point = stop - scale;
  if (scale > MOST_DECIMALS) return NOT_PLAIN;
  let last = stop;
  while (last > point && (last <= from || bytes[last - 1] === ZERO)) last--;
  const whole = point > from ? point : from;
  let end = putBare(bytes, start, whole, out, to);
  if (point <= from) {
    out[end] = ZERO;
    end++;
  }
  if (last <= point) return end;
  out[end] = POINT;
  end++;
  for (let i = point; i < from; i++) {
    out[end] = ZERO;
    end++;
  }
  return putBare(bytes, whole, last, out, end);
}
