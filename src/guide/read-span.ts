import type { JsonValue } from '../model/json.js';
import { isDate8Number, isTimeNumber } from './check-date.js';
import { packBytes } from './code-table.js';
import { type ElementPlan, Kind } from './plan.js';
import type { NumberForm } from './read-value.js';

const BLANK = 0x20;
const ZERO = 0x30;
const NINE = 0x39;
const MINUS = 0x2d;
const POINT = 0x2e;
/** Integers of so many digits are exact, and their quotients by powers of ten print back digit for digit. */
const EXACT_DIGITS = 15;
// Beyond a millionth a number prints with an exponent.
const POWERS = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6] as const;
const CACHED_TEXTS = 4096;
const NO_BYTES = new Uint8Array(0);

/**
 * Values straight from ASCII bytes, for what is plain and right: the hot path of reading. It never reports; whatever it
 * does not vouch for is judged on strings by check-value.ts. bench: stages `validate` and `decode`.
 */
export class SpanReader {
  readonly #decode: boolean;
  readonly #exact: boolean;
  /** JSON dates and times by their digits: payloads repeat few of them. */
  readonly #dates = new Map<number, string>();
  readonly #times = new Map<number, string>();
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
    this.#bytes = NO_BYTES;
    this.#text = '';
    if (this.#dates.size > 0) this.#dates.clear();
    if (this.#times.size > 0) this.#times.clear();
  }

  /** The JSON of a value that is right in every respect (`''` when nothing is decoded); undefined when it may not be. */
  read(element: ElementPlan, start: number, stop: number): JsonValue | undefined {
    const length = stop - start;
    switch (element.kind) {
      case Kind.text:
        if (
          length < element.min ||
          length > element.max ||
          this.#bytes[stop - 1] === BLANK ||
          element.pattern !== undefined
        )
          break;
        return this.#decode ? this.#text.substring(start, stop) : '';
      case Kind.code: {
        const codes = element.codes;
        if (codes === undefined) {
          if (
            length < element.min ||
            length > element.max ||
            this.#bytes[stop - 1] === BLANK ||
            element.pattern !== undefined
          )
            break;
          return this.#decode ? this.#text.substring(start, stop) : '';
        }
        const packed = packBytes(this.#bytes, start, stop);
        const code = packed === codes.onlyPacked ? codes.only : codes.packed.get(packed);
        if (code === undefined || element.pattern !== undefined) break;
        return code;
      }
      case Kind.integer:
      case Kind.decimal:
        return this.#number(element, start, stop);
      case Kind.date:
        return length === 8 && element.max >= 8 && element.pattern === undefined ? this.#date(start) : undefined;
      case Kind.time:
        return length === 4 && element.min <= 4 && element.pattern === undefined ? this.#time(start) : undefined;
    }
    return undefined;
  }

  // Exactly the numbers that come back byte for byte: no needless zeros, no minus zero, at most 15 digits.
  #number(element: ElementPlan, start: number, stop: number): JsonValue | undefined {
    if (!this.#exact) return undefined;
    const bytes = this.#bytes;
    const negative = bytes[start] === MINUS;
    const from = negative ? start + 1 : start;
    let value = 0;
    let point = -1;
    for (let i = from; i < stop; i++) {
      const byte = bytes[i] ?? 0;
      if (byte >= ZERO && byte <= NINE) value = value * 10 + (byte - ZERO);
      else if (byte === POINT && point < 0 && element.kind === Kind.decimal) point = i;
      else return undefined;
    }
    const digits = stop - from - (point < 0 ? 0 : 1);
    if (digits < 1 || digits > EXACT_DIGITS || digits < element.min) return undefined;
    if (digits > element.max || digits > element.digits) return undefined;
    const scale = element.kind === Kind.integer ? element.scale : point < 0 ? 0 : stop - point - 1;
    if (element.pattern !== undefined && element.listed?.has(packBytes(bytes, start, stop)) !== true) return undefined;
    const power = POWERS[scale];
    if (power === undefined || (negative && value === 0)) return undefined;
    if (point >= 0 && (scale === 0 || point === from)) return undefined;
    // A leading zero is needed before the point of a decimal, or to reach the minimum length of an Nn.
    const wholeDigits = point < 0 ? digits : point - from;
    if (bytes[from] === ZERO && wholeDigits > 1 && !(element.kind === Kind.integer && digits === element.min))
      return undefined;
    // Right, but as a number it would lose its last zero. Amounts are often so: `500.00`.
    if (point >= 0 && bytes[stop - 1] === ZERO) return this.#decode ? this.#text.substring(start, stop) : '';
    const number = power === 1 ? value : value / power;
    return negative ? -number : number;
  }

  /** Whether the eight bytes at `start` are a date. */
  isDate(start: number): boolean {
    return isDate8Number(this.#eightDigits(start));
  }

  /** -1 when they are none. */
  #eightDigits(start: number): number {
    const bytes = this.#bytes;
    let digits = 0;
    for (let i = start; i < start + 8; i++) {
      const digit = (bytes[i] ?? 0) - ZERO;
      if (digit < 0 || digit > 9) return -1;
      digits = digits * 10 + digit;
    }
    return digits;
  }

  /** The JSON date of eight digits at `start`; undefined when they are none. */
  #date(start: number): string | undefined {
    const digits = this.#eightDigits(start);
    if (!this.#decode) return isDate8Number(digits) ? '' : undefined;
    const known = this.#dates.get(digits);
    if (known !== undefined) return known;
    if (!isDate8Number(digits)) return undefined;
    const text = String(digits).padStart(8, '0');
    return remember(this.#dates, digits, `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`);
  }

  #time(start: number): string | undefined {
    const bytes = this.#bytes;
    let digits = 0;
    for (let i = start; i < start + 4; i++) {
      const digit = (bytes[i] ?? 0) - ZERO;
      if (digit < 0 || digit > 9) return undefined;
      digits = digits * 10 + digit;
    }
    const known = this.#times.get(digits);
    if (known !== undefined) return known;
    if (!isTimeNumber(digits, 4)) return undefined;
    const text = String(digits).padStart(4, '0');
    return remember(this.#times, digits, `${text.slice(0, 2)}:${text.slice(2)}`);
  }
}

function remember(cache: Map<number, string>, digits: number, text: string): string {
  if (cache.size >= CACHED_TEXTS) cache.clear();
  cache.set(digits, text);
  return text;
}
