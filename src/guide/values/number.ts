import type { JsonValue } from '../../model/json.js';
import { ELEMENT_MIN, ELEMENT_MORE } from '../plan/image.js';
import { type ElementPlan, Kind } from '../plan/plan.js';
import { NINE, ZERO } from './digits.js';
import { checkLength, DOUBT, isLong, type ReportValue } from './text.js';

// A number: of kind integer (Nn), whose last n digits are decimals, or decimal (R). In JSON it is a number where nothing is
// lost, else decimal text. Neither sign nor point counts as a digit (X12.6).

/** `exact`: numbers where nothing is lost; `string`: Nn and R always as decimal text. */
export type NumberForm = 'exact' | 'string';

/** More than any number takes that is put as bytes. */
export const NUMBER_BYTES = 32;

const MINUS = 0x2d;
const POINT = 0x2e;
/** Integers of so many digits are exact, and their quotients by powers of ten print back digit for digit. */
const EXACT_DIGITS = 15;
// Beyond a millionth a number prints with an exponent.
const POWERS = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6] as const;
/** Whole parts up to this are divided as 32-bit integers. */
const LARGEST_WHOLE = 0x7fff_ffff;
const DECIMAL = /^-?(?:\d+\.?\d*|\.\d+)$/;

export function checkNumber(element: ElementPlan, text: string, report: ReportValue): void {
  const found = digitsOf(text, element.kind === Kind.decimal, element.min);
  if (found === 0) return report('element-not-numeric');
  const digits = Math.abs(found);
  checkLength(element, digits, report);
  if (digits > element.digits && digits <= element.max) report('element-digits');
  if (found < 0) report('element-number-format');
}

/**
 * How many digits a number has: below zero where a zero, sign or point is needless, 0 for what is none.
 * An Nn has an optional minus and digits; an R also one point, with digits on at least one side. An exponent is legal in X12.6
 * but refused by every implementation guide (RFI 1526), and trailing zeros behind the point may show precision.
 * @param least up to so many digits, zeros in front are needed.
 */
function digitsOf(text: string, isDecimal: boolean, least: number): number {
  const { length } = text;
  const start = text.charCodeAt(0) === MINUS ? 1 : 0;
  let point = -1;
  let isZero = true;
  for (let i = start; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code === POINT && isDecimal && point < 0) point = i;
    else if (code < ZERO || code > NINE) return 0;
    else if (code !== ZERO) isZero = false;
  }
  const digits = length - start - (point < 0 ? 0 : 1);
  const whole = (point < 0 ? length : point) - start;
  const leadingZero = whole > 1 && text.charCodeAt(start) === ZERO && digits > least;
  return leadingZero || point === length - 1 || (start === 1 && isZero) ? -digits : digits;
}

/** Whether bytes are surely a right number by the row at `at`: as {@link checkNumber} has it. */
export function isNumberAt(
  words: Int32Array,
  at: number,
  decimal: boolean,
  bytes: Uint8Array,
  start: number,
  stop: number,
): boolean {
  const from = bytes[start] === MINUS ? start + 1 : start;
  let point = -1;
  let seen = 0;
  for (let i = from; i < stop; i++) {
    const byte = bytes[i] ?? 0;
    if (byte >= ZERO && byte <= NINE) seen |= byte;
    else if (byte === POINT && decimal && point < 0) point = i;
    else return false;
  }
  const length = stop - from - (point < 0 ? 0 : 1);
  if (length === 0 || !isLong(words, at, length) || point === stop - 1) return false;
  // A digit beside zero leaves a bit in the lower half.
  if (from > start && (seen & 0xf) === 0) return false;
  const whole = (point < 0 ? stop : point) - from;
  return bytes[from] !== ZERO || whole <= 1 || length <= (words[at + ELEMENT_MIN] ?? 0);
}

/**
 * The JSON of bytes that {@link isNumberAt} takes; undefined for a number that would not come back byte for byte: needless
 * zeros, or more than 15 digits.
 * @param text the bytes as text, by the same offsets.
 */
export function numberAt(
  words: Int32Array,
  at: number,
  decimal: boolean,
  bytes: Uint8Array,
  start: number,
  stop: number,
  text: string,
): JsonValue | undefined {
  const scale = decimal ? 0 : (words[at + ELEMENT_MORE] ?? 0);
  const from = bytes[start] === MINUS ? start + 1 : start;
  let value = 0;
  let point = -1;
  for (let i = from; i < stop; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === POINT) point = i;
    else value = value * 10 + (byte - ZERO);
  }
  const digits = stop - from - (point < 0 ? 0 : 1);
  const power = POWERS[point < 0 ? scale : stop - point - 1];
  // Without a zero before the point it prints otherwise.
  if (point === from) return text.substring(start, stop);
  if (digits > EXACT_DIGITS || power === undefined) return undefined;
  const wholeDigits = point < 0 ? digits : point - from;
  // A leading zero is needed before the point of a decimal, or to reach the minimum length of an Nn.
  if (bytes[from] === ZERO && wholeDigits > 1 && (decimal || digits !== words[at + ELEMENT_MIN])) return undefined;
  // Right, but as a number it would lose its last zero. Amounts are often so: `500.00`.
  if (point >= 0 && bytes[stop - 1] === ZERO) return text.substring(start, stop);
  const number = power === 1 ? value : value / power;
  return from > start ? -number : number;
}

export function decimalToJson(text: string, form: NumberForm): JsonValue {
  const number = Number(text);
  return form === 'exact' && /^-?\d+(\.\d+)?$/.test(text) && String(number) === text ? number : text;
}

export function integerToJson(element: ElementPlan, text: string, form: NumberForm): JsonValue {
  // A point in an Nn is wrong. As bare text it would be a right decimal, and another amount when it is written.
  if (/^-?\d*\.\d*$/.test(text)) return { text };
  if (!/^-?\d+$/.test(text)) return text;
  const digits = text.replace('-', '');
  const sign = digits.length === text.length ? '' : '-';
  const decimal = sign + impliedDecimal(digits, element.scale);
  const number = Number(decimal);
  return form === 'exact' && shiftNumber(String(number), element) === text ? number : decimal;
}

// The point goes n digits from the right. Needless zeros of values below 1 must come back too: `.05` says that just the
// digits shown were there, and of several zeros before the point the first is only a mark (shiftText undoes both).
function impliedDecimal(digits: string, scale: number): string {
  if (scale === 0) return digits;
  const needless = digits.length > 1 && digits.startsWith('0');
  if (digits.length <= scale) return `${needless && digits.length === scale ? '' : '0'}.${digits.padStart(scale, '0')}`;
  const whole = digits.slice(0, -scale);
  const mark = needless && /^0+$/.test(whole) ? '0' : '';
  return `${mark}${whole}.${digits.slice(-scale)}`;
}

/** A finite number in decimal digits, without the exponent that `String` gives from 1e21 and below 1e-6. */
export function plainDecimal(value: number): string {
  const text = String(value);
  const at = text.indexOf('e');
  if (at < 0) return text;
  const sign = text.charAt(0) === '-' ? '-' : '';
  const [whole = '', fraction = ''] = text.slice(sign.length, at).split('.');
  const exponent = Number(text.slice(at + 1));
  // Beyond these bounds the shortest form always has all its digits on one side of the point.
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${whole}${fraction}`;
  return sign + whole + fraction.padEnd(exponent, '0');
}

/** Leading zeros up to the minimum number of digits. */
export function padNumber(text: string, least: number): string {
  const sign = text.charAt(0) === '-' ? '-' : '';
  const digits = text.length - sign.length - (text.includes('.') ? 1 : 0);
  return digits >= least ? text : sign + '0'.repeat(least - digits) + text.slice(sign.length);
}

/** A JSON number as an Nn: the point moves right by n in the text, zeros in front go, the minimum length brings some back. */
export function shiftNumber(text: string, { scale, min }: ElementPlan): string | undefined {
  const parts = decimalParts(text, scale);
  return parts && padNumber(parts.sign + dropLeadingZeros(parts.whole + parts.fraction), min);
}

/**
 * Decimal text as an Nn. It keeps its zeros: `0012` was read as such. Two forms of small values say how many there are: `0.05` is as
 * short as can be, and of a longer row of zeros before the point (`00.05`) the first one only marks that the others count.
 */
export function shiftText(text: string, { scale, min }: ElementPlan): string | undefined {
  if (!DECIMAL.test(text)) return text;
  const parts = decimalParts(text, scale);
  if (parts === undefined) return undefined;
  const { sign, whole, fraction } = parts;
  if (scale === 0) return padNumber(sign + (whole || '0'), min);
  if (whole === '0') return padNumber(sign + dropLeadingZeros(fraction), min);
  const marked = whole.length > 1 && dropLeadingZeros(whole) === '0';
  return padNumber(sign + (marked ? whole.slice(1) : whole) + fraction, min);
}

interface DecimalParts {
  readonly sign: string;
  readonly whole: string;
  /** Exactly as many digits as the scale. */
  readonly fraction: string;
}

// Undefined for no decimal, and when digits other than zero stand beyond
// the scale: rounding would change an amount in silence.
function decimalParts(text: string, scale: number): DecimalParts | undefined {
  const match = /^(-?)(\d*)\.?(\d*)$/.exec(text);
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (/[1-9]/.test(fraction.slice(scale))) return undefined;
  return { sign, whole, fraction: fraction.slice(0, scale).padEnd(scale, '0') };
}

function dropLeadingZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

/**
 * Puts an R, with up to two decimals digit by digit: `String` of the number costs more than all else of it. A decimal of up to 15
 * digits is the shortest text of the number nearest to it, so once `cents / 100` gives the number back, writing cents with two
 * decimals is writing the number. There is room for {@link NUMBER_BYTES}. bench: `encode`.
 * @returns the offset behind it; DOUBT for what would want zeros in front, or an exponent.
 */
export function putDecimal(value: number, least: number, bytes: Uint8Array, to: number): number {
  const amount = value < 0 ? -value : value;
  const cents = Math.round(amount * 100);
  const whole = Math.floor(amount);
  if (!(cents <= LARGEST_WHOLE) || cents / 100 !== amount) return putDigitsOf(value, bytes, to);
  const fraction = cents - whole * 100;
  if (fraction === 0) return putDigits(value, whole, 0, least, bytes, to);
  if (fraction % 10 === 0) return putDigits(value, whole * 10 + fraction / 10, 1, least, bytes, to);
  return putDigits(value, cents, 2, least, bytes, to);
}

/** Puts an Nn: its digits without the point. @returns as {@link putDecimal}; DOUBT also where decimals would be lost. */
export function putInteger(value: number, scale: number, least: number, bytes: Uint8Array, to: number): number {
  const unit = POWERS[scale] ?? Number.NaN;
  const amount = value < 0 ? -value : value;
  const units = Math.round(amount * unit);
  if (!(units <= LARGEST_WHOLE) || units / unit !== amount) return DOUBT;
  return putDigits(value, units, 0, least, bytes, to);
}

/** The digits of a number, at least so many, the last `behind` of them behind a point, with the sign of `value`. */
function putDigits(
  value: number,
  number: number,
  behind: number,
  least: number,
  bytes: Uint8Array,
  start: number,
): number {
  let digits = behind + 1;
  for (let limit = behind === 0 ? 10 : behind === 1 ? 100 : 1000; limit <= number; limit *= 10) digits++;
  if (digits < least) return DOUBT;
  let to = start;
  if (value < 0) bytes[to++] = MINUS;
  const end = to + digits + (behind > 0 ? 1 : 0);
  let at = end;
  let rest = number | 0;
  for (let i = 0; i < digits; i++) {
    if (i === behind && i > 0) bytes[--at] = POINT;
    const tenth = (rest / 10) | 0;
    bytes[--at] = ZERO + rest - tenth * 10;
    rest = tenth;
  }
  return end;
}

/** Puts a number as JavaScript writes it, unless that has an exponent. */
export function putDigitsOf(value: number, bytes: Uint8Array, start: number): number {
  const text = String(value);
  if (text.length > NUMBER_BYTES) return DOUBT;
  let to = start;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // Infinity, NaN, and what has an exponent have letters.
    if (unit > NINE) return DOUBT;
    bytes[to++] = unit;
  }
  return to;
}
