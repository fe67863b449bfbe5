import type { JsonObject, JsonValue } from '../../model/json.js';
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
import type { ElementPlan, SegmentPlan } from '../plan/plan.js';
import { holdsComponents, holdsPresence } from '../plan/presence.js';
import { isFormattedAt } from '../values/formatted-date.js';
import type { SpanReader } from '../values/read-span.js';
import { isSplit, LAST_BIT, LAST_COMPONENT, SPLIT, UNUSUAL } from '../walk/pass-elements.js';

// The short way of decoding: as walk/pass-elements.ts, but the JSON is built on the way. bench: stage `decode`.

const NO_BYTE = -1;
const MINUS = 0x2d;
const POINT = 0x2e;

export class QuickRead {
  readonly #spans: SpanReader;
  #component = NO_BYTE;
  #repetition = NO_BYTE;
  #digitsOnly = true;

  constructor(spans: SpanReader) {
    this.#spans = spans;
  }

  /** Sets the batch that the next segments are in; to be called again when its contents have changed. */
  window({ delimiters }: SegmentBatch): void {
    this.#component = delimiters.component.charCodeAt(0);
    this.#repetition = delimiters.repetition?.charCodeAt(0) ?? NO_BYTE;
    this.#digitsOnly = [this.#component, this.#repetition].every((byte) => byte !== MINUS && byte !== POINT);
  }

  /** The JSON of segment `index`, with whose elements nothing is wrong; undefined when something may be. */
  read(segment: SegmentPlan, batch: SegmentBatch, index: number): JsonObject | undefined {
    const flags = batch.flags[index] ?? 0;
    const { marks, starts, bytes } = batch;
    const { row, elements } = segment;
    const { words } = segment.image;
    const first = starts[index] ?? 0;
    const count = (starts[index + 1] ?? 0) - first - 2;
    if ((flags & UNUSUAL) !== 0 || count > LAST_BIT || count >= (words[row + SEGMENT_SIZE] ?? 0)) return undefined;
    const split = (flags & SPLIT) !== 0;
    if (split && !this.#digitsOnly) return undefined;
    const object = new segment.create();
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
      const element = elements[k] as ElementPlan; // a row of no element is in doubt
      const head = words[at + ELEMENT_KIND] ?? 0;
      const kind = head & KIND_MASK;
      let value: JsonValue | undefined;
      if (kind === CHECK_COMPOSITE || (split && isSplit(bytes, start, stop, this.#component, this.#repetition)))
        value = this.#values(words, at, element, bytes, start, stop);
      else {
        value = this.#spans.read(words, at, start, stop);
        if (kind === CHECK_FORMATTED) {
          const other = words[at + ELEMENT_MORE] ?? 0;
          if (other >= k) return undefined;
          const qualifier = packBytes(bytes, (marks[first + other] ?? 0) + 1, marks[first + other + 1] ?? 0);
          if (!isFormattedAt(bytes, start, stop, qualifier)) return undefined;
        }
        if (value !== undefined && (head & IS_LIST) !== 0) value = [value];
      }
      if (value === undefined) return undefined;
      object[element.key] = value;
    }
    if (start === stop && count > 0) return undefined;
    return holdsPresence(words, row, low, high) ? object : undefined;
  }

  // An element in which separators may stand; those of repetitions bind looser (X12.6).
  #values(
    words: Int32Array,
    at: number,
    element: ElementPlan,
    bytes: Uint8Array,
    start: number,
    stop: number,
  ): JsonValue | undefined {
    const head = words[at + ELEMENT_KIND] ?? 0;
    const kind = head & KIND_MASK;
    if (kind === CHECK_FORMATTED) return undefined;
    const composite = kind === CHECK_COMPOSITE;
    const values: JsonValue[] = [];
    let from = start;
    for (let i = start; i <= stop; i++) {
      if (i < stop) {
        const byte = bytes[i];
        if (byte === this.#component && !composite) return undefined;
        if (byte !== this.#repetition) continue;
      }
      if (from === i) return undefined;
      const value = composite
        ? this.#composite(words, at, element, bytes, from, i)
        : this.#spans.read(words, at, from, i);
      if (value === undefined) return undefined;
      if (i === stop && from === start) return (head & IS_LIST) === 0 ? value : [value];
      values.push(value);
      from = i + 1;
    }
    return values.length <= head >> REPEAT_SHIFT ? values : undefined;
  }

  #composite(
    words: Int32Array,
    at: number,
    { components }: ElementPlan,
    bytes: Uint8Array,
    start: number,
    stop: number,
  ): JsonObject | undefined {
    const separator = this.#component;
    const head = words[at + ELEMENT_MORE] ?? 0;
    const size = words[head + COMPOSITE_SIZE] ?? 0;
    const object: JsonObject = {};
    let bits = 0;
    let position = 1;
    let from = start;
    for (let i = start; i <= stop; i++) {
      if (i < stop && bytes[i] !== separator) continue;
      if (i > from) {
        if (position >= size || position > LAST_COMPONENT) return undefined;
        bits |= 1 << position;
        const value = this.#spans.read(words, head + position * ELEMENT_WORDS, from, i);
        if (value === undefined) return undefined;
        object[(components[position] as ElementPlan).key] = value; // a row of no component is in doubt
      }
      from = i + 1;
      position++;
    }
    // Nothing behind the last separator; nothing at all; a date by a qualifier inside.
    if (bytes[stop - 1] === separator || bits === 0) return undefined;
    if ((bits & (1 << (words[head + COMPOSITE_FORMATTED] ?? 0))) > 1) return undefined;
    return holdsComponents(words, head, bits) ? object : undefined;
  }
}
