import { requireTextRoom } from '../../model/json-text.js';
import { packBytes } from '../plan/code-table.js';
import {
  CHECK_CODES,
  CHECK_DATE,
  CHECK_DECIMAL,
  CHECK_FORMATTED,
  CHECK_INTEGER,
  CHECK_LISTED,
  CHECK_ONLY,
  CHECK_TEXT,
  CHECK_TIME,
  ELEMENT_KIND,
  ELEMENT_MIN,
  ELEMENT_MORE,
  hasKey,
  KIND_MASK,
} from '../plan/image.js';
import { isDate8Number } from './date.js';
import { digitsAt } from './digits.js';
import { isNumberAt, type NumberForm } from './number.js';
import { isLong } from './text.js';
import { isTimeNumber } from './time.js';

const BLANK = 0x20;
const QUOTE = 0x22;
const MINUS = 0x2d;
const POINT = 0x2e;
const ZERO = 0x30;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const EXACT_DIGITS = 15;
const MOST_DECIMALS = 6;
/** As much stays in the cache, and a text of it among the young objects: of 400 kB at once half the time went into fresh memory. */
const PIECE_BYTES = 64 * 1024;
/** Characters; longer texts are not copied. */
const LONGEST_ENCODED = 4096;
const NO_BYTES = new Uint8Array(0);
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * JSON text that grows, by pieces of UTF-8, and the values that are written to it straight from ASCII bytes, by the rows of the guide's image: each as
 * `JSON.stringify` writes what `SpanReader` makes of it. Whatever is not plain and right it leaves. bench: stage `JSON text`.
 */
export class JsonBytes {
  readonly #exact: boolean;
  /** The text up to the piece at hand. */
  #text = '';
  bytes: Uint8Array = NO_BYTES;
  /** Where the next byte goes. */
  end = 0;
  #view: DataView = new DataView(NO_BYTES.buffer);
  /** Behind the last byte that was written since the last wipe. */
  #used = 0;
  #source: Uint8Array = NO_BYTES;
  /** Characters may need escaping. */
  #escapes = true;

  constructor(numbers: NumberForm) {
    this.#exact = numbers === 'exact';
  }

  /** Sets the bytes that offsets refer to, of which those from `start` to `stop` will be read. */
  window(source: Uint8Array, start: number, stop: number): void {
    this.#source = source;
    const read = source.subarray(start, stop);
    this.#escapes = read.includes(QUOTE) || read.includes(BACKSLASH);
  }

  /** Makes room for so many more bytes; what was written may go into the text. */
  reserve(room: number): void {
    if (this.end + room <= this.bytes.length) return;
    this.#flush();
    if (room <= this.bytes.length) return;
    this.bytes.fill(0, 0, this.#used);
    this.bytes = new Uint8Array(Math.max(PIECE_BYTES, room));
    this.#view = new DataView(this.bytes.buffer);
  }

  /** Takes back what stands behind `begin`. */
  back(begin: number): void {
    this.#used = Math.max(this.#used, this.end);
    this.end = begin;
  }

  /** Begins anew. */
  clear(): void {
    this.back(0);
    this.#text = '';
  }

  /** What was written since the beginning. @throws X12Error `X12_LIMIT_EXCEEDED` where it is longer than a text can be. */
  text(): string {
    this.#flush();
    return this.#text;
  }

  /** Lets go of all, and leaves nothing of it in memory. */
  forget(): void {
    this.clear();
    this.#source = NO_BYTES;
    this.bytes.fill(0, 0, this.#used);
    this.#used = 0;
  }

  /** Writes any text that is JSON. */
  json(text: string): void {
    if (text.length > LONGEST_ENCODED) {
      this.#flush();
      this.#append(text);
    } else {
      this.reserve(text.length * 3);
      this.end += encoder.encodeInto(text, this.bytes.subarray(this.end)).written;
    }
  }

  #flush(): void {
    if (this.end === 0) return;
    this.#append(decoder.decode(this.bytes.subarray(0, this.end)));
    this.back(0);
  }

  #append(text: string): void {
    requireTextRoom(this.#text.length + text.length);
    this.#text += text;
  }

  /** Writes one of the keys of `JsonKeys`, for which there is room, and for seven bytes more. */
  key(words: Float64Array, at: number): void {
    const view = this.#view;
    const stop = this.end + (words[at] ?? 0);
    let word = at + 1;
    for (let i = this.end; i < stop; i += 8) view.setFloat64(i, words[word++] ?? 0, true);
    this.end = stop;
  }

  /**
   * Writes a value that is right in every respect, for which there is room; false when it may not be, or is not plain.
   * @param at the `ELEMENT_` row.
   */
  value(words: Int32Array, at: number, start: number, stop: number): boolean {
    switch ((words[at + ELEMENT_KIND] ?? 0) & KIND_MASK) {
      case CHECK_TEXT:
      case CHECK_FORMATTED:
        return isLong(words, at, stop - start) && this.#source[stop - 1] !== BLANK && this.#quoted(start, stop);
      case CHECK_ONLY:
        return packBytes(this.#source, start, stop) === words[at + ELEMENT_MORE] && this.#quoted(start, stop);
      case CHECK_CODES:
        return (
          hasKey(words, words[at + ELEMENT_MORE] ?? 0, packBytes(this.#source, start, stop)) &&
          this.#quoted(start, stop)
        );
      case CHECK_LISTED:
        return (
          hasKey(words, words[at + ELEMENT_MORE] ?? 0, packBytes(this.#source, start, stop)) &&
          (this.#exact ? this.#bare(start, stop) : this.#quoted(start, stop))
        );
      case CHECK_INTEGER:
        return this.#number(words, at, false, start, stop);
      case CHECK_DECIMAL:
        return this.#number(words, at, true, start, stop);
      case CHECK_DATE:
        return stop - start === 8 && isLong(words, at, 8) && this.#date(start);
      case CHECK_TIME:
        return isLong(words, at, stop - start) && this.#time(start, stop);
    }
    return false;
  }

  #quoted(start: number, stop: number): boolean {
    const { bytes } = this;
    const source = this.#source;
    let end = this.end;
    bytes[end++] = QUOTE;
    if (this.#escapes) {
      for (let i = start; i < stop; i++) {
        const byte = source[i] ?? 0;
        if (byte === QUOTE || byte === BACKSLASH) bytes[end++] = BACKSLASH;
        bytes[end++] = byte;
      }
    } else for (let i = start; i < stop; i++) bytes[end++] = source[i] ?? 0;
    bytes[end] = QUOTE;
    this.end = end + 1;
    return true;
  }

  #bare(start: number, stop: number): boolean {
    const { bytes } = this;
    const source = this.#source;
    let end = this.end;
    for (let i = start; i < stop; i++) bytes[end++] = source[i] ?? 0;
    this.end = end;
    return true;
  }

  // As `SpanReader` has it: what it makes a number prints as the text it is made of, but for zeros at the beginning of an Nn.
  #number(words: Int32Array, at: number, decimal: boolean, start: number, stop: number): boolean {
    const source = this.#source;
    if (!isNumberAt(words, at, decimal, source, start, stop)) return false;
    const scale = decimal ? 0 : (words[at + ELEMENT_MORE] ?? 0);
    if (!this.#exact) return scale === 0 && this.#quoted(start, stop);
    const from = source[start] === MINUS ? start + 1 : start;
    let point = -1;
    if (decimal) for (let i = from; i < stop; i++) if (source[i] === POINT) point = i;
    const digits = stop - from - (point < 0 ? 0 : 1);
    if (point === from) return this.#quoted(start, stop);
    if (digits > EXACT_DIGITS || stop - point - 1 > (point < 0 ? stop : MOST_DECIMALS)) return false;
    if (source[from] === ZERO && (point < 0 ? digits : point - from) > 1) {
      if (decimal || scale > 0 || digits !== words[at + ELEMENT_MIN]) return false;
      return this.#withoutZeros(start, from, stop);
    }
    if (point >= 0) return source[stop - 1] === ZERO ? this.#quoted(start, stop) : this.#bare(start, stop);
    return scale === 0 ? this.#bare(start, stop) : this.#scaled(start, from, stop, scale);
  }

  #withoutZeros(start: number, from: number, stop: number): boolean {
    let first = from;
    while (first < stop - 1 && this.#source[first] === ZERO) first++;
    return (from === start || this.#bare(start, from)) && this.#bare(first, stop);
  }

  // An Nn with decimals: the point goes `scale` digits from the right, and zeros at the end are none of a number.
  #scaled(start: number, from: number, stop: number, scale: number): boolean {
    const { bytes } = this;
    const source = this.#source;
    const point = stop - scale;
    if (scale > MOST_DECIMALS) return false;
    let last = stop;
    while (last > point && (last <= from || source[last - 1] === ZERO)) last--;
    this.#bare(start, Math.max(from, point));
    if (point <= from) bytes[this.end++] = ZERO;
    if (last <= point) return true;
    bytes[this.end++] = POINT;
    for (let i = point; i < from; i++) bytes[this.end++] = ZERO;
    return this.#bare(Math.max(from, point), last);
  }

  #date(start: number): boolean {
    const source = this.#source;
    if (!isDate8Number(digitsAt(source, start, start + 8))) return false;
    const { bytes, end } = this;
    bytes[end] = QUOTE;
    for (let i = 0; i < 4; i++) bytes[end + 1 + i] = source[start + i] ?? 0;
    bytes[end + 5] = MINUS;
    bytes[end + 6] = source[start + 4] ?? 0;
    bytes[end + 7] = source[start + 5] ?? 0;
    bytes[end + 8] = MINUS;
    bytes[end + 9] = source[start + 6] ?? 0;
    bytes[end + 10] = source[start + 7] ?? 0;
    bytes[end + 11] = QUOTE;
    this.end = end + 12;
    return true;
  }

  #time(start: number, stop: number): boolean {
    const source = this.#source;
    const length = stop - start;
    if ((length !== 4 && length !== 6) || !isTimeNumber(digitsAt(source, start, stop), length)) return false;
    const { bytes } = this;
    let end = this.end;
    bytes[end++] = QUOTE;
    for (let i = start; i < stop; i += 2) {
      if (i > start) bytes[end++] = COLON;
      bytes[end++] = source[i] ?? 0;
      bytes[end++] = source[i + 1] ?? 0;
    }
    bytes[end++] = QUOTE;
    this.end = end;
    return true;
  }
}
