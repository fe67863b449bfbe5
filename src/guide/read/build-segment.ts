import { freshListOf, freshNulls } from '../../model/fresh-list.js';
import type { JsonObject, JsonValue } from '../../model/json.js';
import type { SegmentBatch } from '../../model/segments.js';
import {
  CHECK_COMPOSITE,
  ELEMENT_KIND,
  ELEMENT_MORE,
  ELEMENT_WORDS,
  IS_LIST,
  KIND_MASK,
  SEGMENT_WORDS,
} from '../plan/image.js';
import type { ElementPlan, SegmentPlan } from '../plan/plan.js';
import type { SpanReader } from '../values/read-span.js';
import { SPLIT } from '../walk/pass-elements.js';

const NO_BYTE = -1;

/** Builds the JSON of segments with whose elements nothing is wrong: `passes` of walk/pass-elements.ts has looked, and is not asked again. bench: stage `decode`. */
export class SegmentBuilder {
  readonly #spans: SpanReader;
  #component = NO_BYTE;
  #repetition = NO_BYTE;

  constructor(spans: SpanReader) {
    this.#spans = spans;
  }

  /** Sets the batch that the next segments are in; to be called again when its contents have changed. */
  window({ delimiters }: SegmentBatch): void {
    this.#component = delimiters.component.charCodeAt(0);
    this.#repetition = delimiters.repetition?.charCodeAt(0) ?? NO_BYTE;
  }

  /** The JSON of segment `index`. */
  build({ create, row, elements, image }: SegmentPlan, batch: SegmentBatch, index: number): JsonObject {
    const { marks, starts, bytes } = batch;
    const { words } = image;
    const first = starts[index] ?? 0;
    const last = (starts[index + 1] ?? 0) - 1;
    const split = ((batch.flags[index] ?? 0) & SPLIT) !== 0;
    const object = new create();
    let at = row + SEGMENT_WORDS;
    let stop = marks[first + 1] ?? 0;
    for (let mark = first + 2; mark <= last; mark++) {
      const start = stop + 1;
      stop = marks[mark] ?? 0;
      at += ELEMENT_WORDS;
      if (start >= stop) continue;
      const element = elements[mark - first - 1] as ElementPlan; // what passes is defined
      const head = words[at + ELEMENT_KIND] ?? 0;
      const isList = (head & IS_LIST) !== 0;
      if (isList && split) object[element.key] = this.#list(words, at, element, bytes, start, stop);
      else {
        const value =
          (head & KIND_MASK) === CHECK_COMPOSITE
            ? this.#composite(words, at, element, bytes, start, stop)
            : this.#spans.read(words, at, element, start, stop);
        object[element.key] = isList ? freshListOf(value) : value;
      }
    }
    return object;
  }

  #list(
    words: Int32Array,
    at: number,
    element: ElementPlan,
    bytes: Uint8Array,
    start: number,
    stop: number,
  ): JsonValue {
    const composite = ((words[at + ELEMENT_KIND] ?? 0) & KIND_MASK) === CHECK_COMPOSITE;
    let count = 1;
    for (let i = start; i < stop; i++) if (bytes[i] === this.#repetition) count++;
    const values: JsonValue[] = freshNulls(count);
    let reached = 0;
    let from = start;
    for (let i = start; i <= stop; i++) {
      if (i < stop && bytes[i] !== this.#repetition) continue;
      values[reached++] = composite
        ? this.#composite(words, at, element, bytes, from, i)
        : this.#spans.read(words, at, element, from, i);
      from = i + 1;
    }
    return values;
  }

  #composite(
    words: Int32Array,
    at: number,
    { components }: ElementPlan,
    bytes: Uint8Array,
    start: number,
    stop: number,
  ): JsonObject {
    const separator = this.#component;
    const object: JsonObject = {};
    let row = words[at + ELEMENT_MORE] ?? 0;
    let position = 1;
    let from = start;
    for (let i = start; i <= stop; i++) {
      if (i < stop && bytes[i] !== separator) continue;
      row += ELEMENT_WORDS;
      const component = components[position++];
      if (i > from && component !== undefined) object[component.key] = this.#spans.read(words, row, component, from, i);
      from = i + 1;
    }
    return object;
  }
}
