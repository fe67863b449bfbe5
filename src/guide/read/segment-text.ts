import type { SegmentBatch } from '../../model/segments.js';
import type { JsonKeys } from '../plan/json-keys.js';
import type { SegmentPlan } from '../plan/plan.js';
import type { JsonBytes } from '../values/json-bytes.js';
import { ESCAPES, EXACT, NOT_PLAIN, writeText } from '../walk/text-on-bytes.js';
import { wideWalk } from '../walk/wide-walk.js';

const NO_BYTE = -1;
/** Quotes, braces and brackets around a value, the punctuation of a date, and what a key writes too far. */
const AROUND = 16;
/** Bytes of a segment; what is longer need not be fast, and there must be room for the longest key at every byte. */
const LONGEST = 1024;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Writes segments as JSON text, as `SegmentBuilder` builds them: such with whose elements nothing is wrong. */
export class SegmentText {
  readonly #out: JsonBytes;
  readonly #keys: JsonKeys;
  #component = NO_BYTE;
  #repetition = NO_BYTE;
  #form = 0;

  constructor(out: JsonBytes, keys: JsonKeys) {
    this.#out = out;
    this.#keys = keys;
  }

  /** Sets the batch that the next segments are in, `from` up to `to`; to be called again when its contents have changed. */
  window({ bytes, marks, starts, delimiters }: SegmentBatch, from: number, to: number): void {
    const read = bytes.subarray((marks[starts[from] ?? 0] ?? 0) + 1, marks[(starts[to] ?? 0) - 1] ?? 0);
    const escapes = read.includes(QUOTE) || read.includes(BACKSLASH);
    this.#form = (this.#out.exact ? EXACT : 0) | (escapes ? ESCAPES : 0);
    this.#component = delimiters.component.charCodeAt(0);
    this.#repetition = delimiters.repetition?.charCodeAt(0) ?? NO_BYTE;
  }

  /** Writes the JSON of segment `index`; false, and nothing is written, where objects have to say it. */
  write(segment: SegmentPlan, batch: SegmentBatch, index: number): boolean {
    const { image, row } = segment;
    const { bytes, marks, starts } = batch;
    const out = this.#out;
    const { words, rows, longest } = this.#keys;
    const first = starts[index] ?? 0;
    const count = (starts[index + 1] ?? 0) - first - 2;
    const length = (marks[first + count + 1] ?? 0) - (marks[first] ?? 0);
    if (length > LONGEST) return false;
    // As if every byte were a component.
    out.reserve(length * (2 + longest + AROUND));
    const wide = wideWalk()?.text.bytes === out.bytes ? wideWalk() : undefined;
    const end =
      wide?.writeText(segment, this.#keys, batch, index, this.#component, this.#repetition, this.#form, out.end) ??
      writeText(
        image.words,
        row,
        rows,
        words,
        bytes,
        marks,
        first,
        count,
        this.#component,
        this.#repetition,
        this.#form,
        out.bytes,
        out.view,
        out.end,
      );
    if (end === NOT_PLAIN) out.touch();
    else out.end = end;
    return end !== NOT_PLAIN;
  }
}
