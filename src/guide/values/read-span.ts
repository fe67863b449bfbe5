import type { JsonValue } from '../../model/json.js';
import { packBytes } from '../plan/code-table.js';
import {
  CHECK_CODES,
  CHECK_DATE,
  CHECK_DECIMAL,
  CHECK_INTEGER,
  CHECK_LISTED,
  CHECK_ONLY,
  CHECK_TIME,
  ELEMENT_KIND,
  ELEMENT_MORE,
  KIND_MASK,
} from '../plan/image.js';
import type { ElementPlan } from '../plan/plan.js';
import { isoDate } from './date.js';
import { digitsAt } from './digits.js';
import { type NumberForm, numberAt } from './number.js';
import { toJson } from './read-value.js';
import { ShortTexts } from './short-texts.js';
import { isoTime } from './time.js';

const CACHED_TEXTS = 4096;
const NO_BYTES = new Uint8Array(0);

/**
 * Makes the JSON of values straight from ASCII bytes, by the rows of the guide's image: of values that are right by `isRight` of walk/pass-elements.ts, which
 * is not asked again. What bytes alone cannot make is made of its text. bench: stage `decode`.
 */
export class SpanReader {
  readonly #numbers: NumberForm;
  /** JSON dates and times by their digits: payloads repeat few of them. */
  readonly #dates = new Map<number, string>();
  readonly #times = new Map<number, string>();
  readonly #shorts = new ShortTexts();
  #bytes: Uint8Array = NO_BYTES;
  #text = '';

  constructor(numbers: NumberForm) {
    this.#numbers = numbers;
  }

  /** Sets the bytes that offsets refer to, and the same as text. */
  window(bytes: Uint8Array, text: string): void {
    this.#bytes = bytes;
    this.#text = text;
  }

  /** Lets go of what was read; dates may be those of births. */
  forget(): void {
    this.window(NO_BYTES, '');
    this.#shorts.forget();
    if (this.#dates.size > 0) this.#dates.clear();
    if (this.#times.size > 0) this.#times.clear();
  }

  /**
   * The JSON of a value that is right.
   * @param at the `ELEMENT_` row.
   */
  read(words: Int32Array, at: number, element: ElementPlan, start: number, stop: number): JsonValue {
    switch ((words[at + ELEMENT_KIND] ?? 0) & KIND_MASK) {
      case CHECK_ONLY:
      case CHECK_CODES:
        return this.#short(start, stop);
      case CHECK_LISTED:
        // Whole numbers without needless zeros.
        return this.#numbers === 'exact' ? digitsAt(this.#bytes, start, stop) : this.#short(start, stop);
      case CHECK_INTEGER:
        return this.#number(words, at, false, element, start, stop);
      case CHECK_DECIMAL:
        return this.#number(words, at, true, element, start, stop);
      case CHECK_DATE:
        return stop - start === 8 ? this.#date(start) : this.#made(element, start, stop);
      case CHECK_TIME:
        return stop - start === 4 ? this.#time(start) : this.#made(element, start, stop);
    }
    return stop - start > 4 ? this.#text.substring(start, stop) : this.#short(start, stop);
  }

  #made(element: ElementPlan, start: number, stop: number): JsonValue {
    return toJson(element, this.#text.substring(start, stop), this.#numbers);
  }

  /** Of at most four characters. */
  #short(start: number, stop: number): string {
    const packed = packBytes(this.#bytes, start, stop);
    return this.#shorts.get(packed) ?? this.#shorts.keep(packed, this.#text.substring(start, stop));
  }

  #number(
    words: Int32Array,
    at: number,
    decimal: boolean,
    element: ElementPlan,
    start: number,
    stop: number,
  ): JsonValue {
    const isText = this.#numbers !== 'exact' && (decimal || words[at + ELEMENT_MORE] === 0);
    if (isText) return this.#text.substring(start, stop);
    const exact = this.#numbers === 'exact';
    const value = exact ? numberAt(words, at, decimal, this.#bytes, start, stop, this.#text) : undefined;
    return value ?? this.#made(element, start, stop);
  }

  /** The JSON of the date of eight digits at `start`. */
  #date(start: number): string {
    const digits = digitsAt(this.#bytes, start, start + 8);
    return this.#dates.get(digits) ?? remember(this.#dates, digits, isoDate(String(digits).padStart(8, '0')));
  }

  #time(start: number): string {
    const digits = digitsAt(this.#bytes, start, start + 4);
    return this.#times.get(digits) ?? remember(this.#times, digits, isoTime(String(digits).padStart(4, '0')));
  }
}

function remember(cache: Map<number, string>, digits: number, text: string): string {
  if (cache.size >= CACHED_TEXTS) cache.clear();
  cache.set(digits, text);
  return text;
}
