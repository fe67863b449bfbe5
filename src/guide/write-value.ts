import { type ElementPlan, Kind } from './plan.js';

const ISO_DATE = /^\d{4}-\d\d-\d\d$/;
const ISO_TIME = /^\d\d:\d\d(?::\d\d(?:\.\d{1,2})?)?$/;

/**
 * The X12 text of a JSON value by the element's type; never float arithmetic. A string
 * that has not the JSON form of its type goes out as it stands, so that what reading kept raw comes back.
 * @returns `undefined` for a value that the element cannot hold at all.
 */
export function writeValue(element: ElementPlan, value: unknown): string | undefined {
  if (typeof value === 'string') return writeText(element, value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  if (element.kind === Kind.decimal) return padNumber(plainDecimal(value), element.min);
  return element.kind === Kind.integer ? shiftNumber(plainDecimal(value), element) : undefined;
}

function writeText(element: ElementPlan, text: string): string | undefined {
  switch (element.kind) {
    case Kind.integer:
      return shiftText(text, element);
    case Kind.date:
      return writeDate(text, element.max);
    case Kind.time:
      return writeTime(text);
    case Kind.binary:
    case Kind.composite:
      return undefined;
    default:
      return text;
  }
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

/**
 * `String(value)`, faster for amounts. A decimal of up to 15 digits is the shortest text of the number nearest to it, so
 * once `cents / 100` gives the number back, writing cents with two decimals is writing the number.
 */
export function numberText(value: number): string {
  const cents = Math.round(value * 100);
  if (!(cents > 0 && cents < 1e15 && cents / 100 === value)) return String(value);
  const whole = Math.floor(value);
  const fraction = cents - whole * 100;
  if (fraction === 0) return String(whole);
  if (fraction % 10 === 0) return `${whole}.${fraction / 10}`;
  return fraction < 10 ? `${whole}.0${fraction}` : `${whole}.${fraction}`;
}

/** Leading zeros up to the minimum number of digits; sign and point do not count (X12.6). */
function padNumber(text: string, least: number): string {
  const sign = text.charAt(0) === '-' ? '-' : '';
  const digits = text.length - sign.length - (text.includes('.') ? 1 : 0);
  return digits >= least ? text : sign + '0'.repeat(least - digits) + text.slice(sign.length);
}

// Nn: the point moves right by n in the text, zeros in front go, the minimum length brings some back.
function shiftNumber(text: string, element: ElementPlan): string | undefined {
  const parts = decimalParts(text, element.scale);
  if (parts === undefined) return undefined;
  return padNumber(parts.sign + dropLeadingZeros(parts.whole + parts.fraction), element.min);
}

// Text keeps its zeros: `0012` was read as such. Two forms of small values say how many there are: `0.05` is as short as
// can be, and of a longer row of zeros before the point (`00.05`) the first one only marks that the others count.
function shiftText(text: string, element: ElementPlan): string | undefined {
  if (!isDecimal(text)) return text;
  const parts = decimalParts(text, element.scale);
  if (parts === undefined) return undefined;
  const { sign, whole, fraction } = parts;
  if (element.scale === 0) return padNumber(sign + whole, element.min);
  if (whole === '0') return padNumber(sign + dropLeadingZeros(fraction), element.min);
  const marked = whole.length > 1 && dropLeadingZeros(whole) === '0';
  return padNumber(sign + (marked ? whole.slice(1) : whole) + fraction, element.min);
}

interface DecimalParts {
  readonly sign: string;
  readonly whole: string;
  /** Exactly as many digits as the scale. */
  readonly fraction: string;
}

// Undefined when digits other than zero stand beyond the scale: rounding would change an amount in silence.
function decimalParts(text: string, scale: number): DecimalParts | undefined {
  const sign = text.charAt(0) === '-' ? '-' : '';
  const point = text.indexOf('.');
  const whole = text.slice(sign.length, point < 0 ? text.length : point);
  const fraction = point < 0 ? '' : text.slice(point + 1);
  for (let i = scale; i < fraction.length; i++) if (fraction.charAt(i) !== '0') return undefined;
  return {
    sign,
    whole: point < 0 || whole !== '' || scale > 0 ? whole : '0',
    fraction: fraction.slice(0, scale).padEnd(scale, '0'),
  };
}

function dropLeadingZeros(digits: string): string {
  let start = 0;
  while (start < digits.length - 1 && digits.charCodeAt(start) === ZERO) start++;
  return digits.slice(start);
}

const ZERO = 0x30;

// -?digits[.digits] or -?.digits
function isDecimal(text: string): boolean {
  let digits = 0;
  let points = 0;
  for (let i = text.charAt(0) === '-' ? 1 : 0; i < text.length; i++) {
    if (text.charAt(i) === '.') points++;
    else if (isDigit(text, i)) digits++;
    else return false;
  }
  return digits > 0 && points <= 1;
}

/** `CCYY-MM-DD` without its dashes; six digits where the element has room for no more. Anything else as it stands. */
export function writeDate(text: string, max: number): string | undefined {
  if (!ISO_DATE.test(text)) return text;
  const year = text.slice(0, 4);
  const rest = text.slice(5, 7) + text.slice(8);
  if (max >= 8) return year + rest;
  // DECISIONS A9: two-digit years are 1950-2049; a date outside them has no such form.
  return year >= '1950' && year <= '2049' ? year.slice(2) + rest : undefined;
}

/** `HH:MM`, `HH:MM:SS`, `HH:MM:SS.d` or `HH:MM:SS.dd` without its marks; anything else as it stands. */
export function writeTime(text: string): string {
  return ISO_TIME.test(text) ? text.replace(/[:.]/g, '') : text;
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= ZERO && code <= 0x39;
}
