import type { SegmentBatch } from '../../model/segments.js';
import { packBytes } from '../plan/code-table.js';
import {
  CHECK_COMPOSITE,
  CHECK_FORMATTED,
  COMPOSITE_FORMATTED,
  COMPOSITE_SIZE,
  ELEMENT_KIND,
  ELEMENT_MORE,
  ELEMENT_WORDS,
  IS_LIST,
  KIND_MASK,
  REPEAT_SHIFT,
  SEGMENT_SIZE,
  SEGMENT_WORDS,
} from '../plan/image.js';
import type { JsonKeys } from '../plan/json-keys.js';
import type { SegmentPlan } from '../plan/plan.js';
import { holdsComponents, holdsPresence } from '../plan/presence.js';
import { isFormattedAt } from '../values/formatted-date.js';
import type { JsonBytes } from '../values/json-bytes.js';
import { isSplit, LAST_BIT, LAST_COMPONENT, SPLIT, UNUSUAL } from '../walk/pass-elements.js';

// The short way to JSON text: as quick-read.ts, but bytes are written where that builds objects. Every member is written behind a comma; the
// first one becomes the brace. bench: stage `JSON text`.

const NO_BYTE = -1;
/** Bytes of a segment; what is longer need not be fast, and there must be room for the longest key at every byte. */
const LONGEST = 1024;
/** Quotes, braces and brackets around a value, the punctuation of a date, and what a key writes too far. */
const AROUND = 16;
const COMMA = 0x2c;
const MINUS = 0x2d;
const POINT = 0x2e;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN = 0x7b;
const CLOSE = 0x7d;

export class QuickText {
  readonly #out: JsonBytes;
  readonly #keys: JsonKeys;
  #component = NO_BYTE;
  #repetition = NO_BYTE;
  #digitsOnly = true;

  constructor(out: JsonBytes, keys: JsonKeys) {
    this.#out = out;
    this.#keys = keys;
  }

  /** Sets the batch that the next segments are in, `from` up to `to`; to be called again when its contents have changed. */
  window({ bytes, marks, starts, delimiters }: SegmentBatch, from: number, to: number): void {
    this.#out.window(bytes, (marks[starts[from] ?? 0] ?? 0) + 1, marks[(starts[to] ?? 0) - 1] ?? 0);
    this.#component = delimiters.component.charCodeAt(0);
    this.#repetition = delimiters.repetition?.charCodeAt(0) ?? NO_BYTE;
    this.#digitsOnly = [this.#component, this.#repetition].every((byte) => byte !== MINUS && byte !== POINT);
  }

  /** Writes the JSON of segment `index`, with whose elements nothing is wrong; false, and nothing is written, when something may be. */
  write({ image, row }: SegmentPlan, batch: SegmentBatch, index: number): boolean {
    const flags = batch.flags[index] ?? 0;
    const { marks, starts, bytes } = batch;
    const { words } = image;
    const out = this.#out;
    const { words: keyWords, rows, longest } = this.#keys;
    const first = starts[index] ?? 0;
    const count = (starts[index + 1] ?? 0) - first - 2;
    if ((flags & UNUSUAL) !== 0 || count > LAST_BIT || count >= (words[row + SEGMENT_SIZE] ?? 0)) return false;
    const split = (flags & SPLIT) !== 0;
    const length = (marks[first + count + 1] ?? 0) - (marks[first] ?? 0);
    if (length > LONGEST || (split && !this.#digitsOnly)) return false;
    // A composite without separators has the key of its component, too.
    out.reserve(length * 2 + (split ? length : 2 * count + 1) * (longest + AROUND));
    const begin = out.end;
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
      const kind = head & KIND_MASK;
      out.key(keyWords, rows[at] ?? 0);
      if ((head & IS_LIST) !== 0) out.bytes[out.end++] = OPEN_LIST;
      let right: boolean;
      // The number of repetitions stands above the kind: most composites have one.
      if (kind === CHECK_COMPOSITE && head >> REPEAT_SHIFT === 1)
        right = this.#composite(words, at, bytes, start, stop);
      else if (kind === CHECK_COMPOSITE || (split && isSplit(bytes, start, stop, this.#component, this.#repetition)))
        right = this.#values(words, at, bytes, start, stop);
      else {
        right = out.value(words, at, start, stop);
        if (kind === CHECK_FORMATTED && right) {
          const other = words[at + ELEMENT_MORE] ?? 0;
          const qualifier = packBytes(bytes, (marks[first + other] ?? 0) + 1, marks[first + other + 1] ?? 0);
          right = other < k && isFormattedAt(bytes, start, stop, qualifier);
        }
      }
      if (!right) return this.#leave(begin);
      if ((head & IS_LIST) !== 0) out.bytes[out.end++] = CLOSE_LIST;
    }
    if ((start === stop && count > 0) || !holdsPresence(words, row, low, high)) return this.#leave(begin);
    this.#close(begin);
    return true;
  }

  #leave(begin: number): false {
    this.#out.back(begin);
    return false;
  }

  /** Closes the object whose members begin at `begin`. */
  #close(begin: number): void {
    const out = this.#out;
    if (out.end === begin) out.end++;
    out.bytes[begin] = OPEN;
    out.bytes[out.end++] = CLOSE;
  }

  // An element in which separators may stand; those of repetitions bind looser (X12.6).
  #values(words: Int32Array, at: number, bytes: Uint8Array, start: number, stop: number): boolean {
    const out = this.#out;
    const head = words[at + ELEMENT_KIND] ?? 0;
    const kind = head & KIND_MASK;
    if (kind === CHECK_FORMATTED) return false;
    const composite = kind === CHECK_COMPOSITE;
    let values = 0;
    let from = start;
    for (let i = start; i <= stop; i++) {
      if (i < stop) {
        const byte = bytes[i];
        if (byte === this.#component && !composite) return false;
        if (byte !== this.#repetition) continue;
      }
      if (from === i) return false;
      if (values++ > 0) out.bytes[out.end++] = COMMA;
      if (!(composite ? this.#composite(words, at, bytes, from, i) : out.value(words, at, from, i))) return false;
      from = i + 1;
    }
    // Where several are none of a list, objects tell what becomes of them.
    return values === 1 || ((head & IS_LIST) !== 0 && values <= head >> REPEAT_SHIFT);
  }

  #composite(words: Int32Array, at: number, bytes: Uint8Array, start: number, stop: number): boolean {
    const out = this.#out;
    const { words: keyWords, rows } = this.#keys;
    const separator = this.#component;
    const head = words[at + ELEMENT_MORE] ?? 0;
    const size = words[head + COMPOSITE_SIZE] ?? 0;
    const begin = out.end;
    let bits = 0;
    let position = 1;
    let from = start;
    for (let i = start; i <= stop; i++) {
      if (i < stop) {
        const byte = bytes[i];
        if (byte === this.#repetition) return false;
        if (byte !== separator) continue;
      }
      if (i > from) {
        if (position >= size || position > LAST_COMPONENT) return false;
        bits |= 1 << position;
        const row = head + position * ELEMENT_WORDS;
        out.key(keyWords, rows[row] ?? 0);
        if (!out.value(words, row, from, i)) return false;
      }
      from = i + 1;
      position++;
    }
    // Nothing behind the last separator; nothing at all; a date by a qualifier inside.
    if (bytes[stop - 1] === separator || bits === 0) return false;
    if ((bits & (1 << (words[head + COMPOSITE_FORMATTED] ?? 0))) > 1) return false;
    if (!holdsComponents(words, head, bits)) return false;
    this.#close(begin);
    return true;
  }
}
