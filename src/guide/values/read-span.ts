import type { JsonValue } from '../../model/json.js';
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
  ELEMENT_MORE,
  hasKey,
  KIND_MASK,
} from '../plan/image.js';
import { isCodeAt } from './code.js';
import { isDate8Number, isoDate } from './date.js';
import { digitsAt } from './digits.js';
import { isNumberAt, type NumberForm, numberAt } from './number.js';
import { ShortTexts } from './short-texts.js';
import { isLong, isTextAt } from './text.js';
import { isoTime, isTimeNumber } from './time.js';

const CACHED_TEXTS = 4096;
const NO_BYTES = new Uint8Array(0);

/**
 * Values straight from ASCII bytes, by the rows of the guide's image, for what is plain and right: the hot path of reading. It never reports;
 * whatever it does not vouch for is judged on strings by check-value.ts. bench: stages `validate` and `decode`.
 */
export class SpanReader {
  readonly #decode: boolean;
  readonly #exact: boolean;
  /** JSON dates and times by their digits: payloads repeat few of them. */
  readonly #dates = new Map<number, string>();
  readonly #times = new Map<number, string>();
  readonly #shorts = new ShortTexts();
  #bytes: Uint8Array = NO_BYTES;
  #text = '';

  constructor(options: { readonly decode: boolean; readonly numbers: NumberForm }) {
    this.#decode = options.decode;
    this.#exact = options.numbers === 'exact';
  }

  /** Sets the bytes that offsets refer to, and the same as text, which is needed only for decoding. */
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
   * The JSON of a value that is right in every respect (`''` when nothing is decoded); undefined when it may not be.
   * @param at the `ELEMENT_` row.
   */
  read(words: Int32Array, at: number, start: number, stop: number): JsonValue | undefined {
    const kind = (words[at + ELEMENT_KIND] ?? 0) & KIND_MASK;
    switch (kind) {
      case CHECK_TEXT:
      case CHECK_FORMATTED:
        return isTextAt(words, at, this.#bytes, start, stop) ? this.#textAt(start, stop) : undefined;
      case CHECK_ONLY:
      case CHECK_CODES: {
        const packed = packBytes(this.#bytes, start, stop);
        return isCodeAt(words, at, kind, packed) ? this.#short(packed, start, stop) : undefined;
      }
      case CHECK_LISTED:
        if (!hasKey(words, words[at + ELEMENT_MORE] ?? 0, packBytes(this.#bytes, start, stop))) return undefined;
        // Whole numbers without needless zeros.
        return this.#decode && this.#exact ? digitsAt(this.#bytes, start, stop) : this.#textAt(start, stop);
      case CHECK_INTEGER:
      case CHECK_DECIMAL:
        return this.#number(words, at, kind === CHECK_DECIMAL, start, stop);
      case CHECK_DATE:
        return stop - start === 8 && isLong(words, at, 8) ? this.#date(start) : undefined;
      case CHECK_TIME:
        return stop - start === 4 && isLong(words, at, 4) ? this.#time(start) : undefined;
    }
    return undefined;
  }

  #textAt(start: number, stop: number): string {
    if (!this.#decode) return '';
    if (stop - start > 4) return this.#text.substring(start, stop);
    return this.#short(packBytes(this.#bytes, start, stop), start, stop);
  }

  #short(packed: number, start: number, stop: number): string {
    if (!this.#decode) return '';
    return this.#shorts.get(packed) ?? this.#shorts.keep(packed, this.#text.substring(start, stop));
  }

  #number(words: Int32Array, at: number, decimal: boolean, start: number, stop: number): JsonValue | undefined {
    if (!isNumberAt(words, at, decimal, this.#bytes, start, stop)) return undefined;
    if (!this.#decode) return '';
    if (this.#exact) return numberAt(words, at, decimal, this.#bytes, start, stop, this.#text);
    return decimal || words[at + ELEMENT_MORE] === 0 ? this.#text.substring(start, stop) : undefined;
  }

  /** The JSON date of eight digits at `start`; undefined when they are none. */
  #date(start: number): string | undefined {
    const digits = digitsAt(this.#bytes, start, start + 8);
    if (!this.#decode) return isDate8Number(digits) ? '' : undefined;
    const known = this.#dates.get(digits);
    if (known !== undefined || !isDate8Number(digits)) return known;
    return remember(this.#dates, digits, isoDate(String(digits).padStart(8, '0')));
  }

  #time(start: number): string | undefined {
    const digits = digitsAt(this.#bytes, start, start + 4);
    const known = this.#times.get(digits);
    if (known !== undefined || !isTimeNumber(digits, 4)) return known;
    return remember(this.#times, digits, isoTime(String(digits).padStart(4, '0')));
  }
}

function remember(cache: Map<number, string>, digits: number, text: string): string {
  if (cache.size >= CACHED_TEXTS) cache.clear();
  cache.set(digits, text);
  return text;
}
