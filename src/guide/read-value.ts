import type { JsonValue } from '../model/json.js';
import { isDate6, isDate8, isTime } from './check-date.js';
import { type ElementPlan, Kind } from './plan.js';

/** `exact`: numbers where nothing is lost; `string`: Nn and R always as decimal text. */
export type NumberForm = 'exact' | 'string';

/** Two-digit years below this are 20xx, others 19xx. */
const CENTURY_PIVOT = 50;

/**
 * The JSON form of one value by its type: a value that would not come back byte for
 * byte, or is not of its type, stays text; as `{ text }` where bare text would mean another value.
 */
export function toJson(element: ElementPlan, text: string, numbers: NumberForm): JsonValue {
  switch (element.kind) {
    case Kind.integer:
      return integerToJson(element, text, numbers);
    case Kind.decimal:
      return numbers === 'exact' && isShortestDecimal(text) ? Number(text) : text;
    case Kind.date:
      return dateToJson(element, text);
    case Kind.time:
      return timeToJson(text);
    default:
      return text;
  }
}

function integerToJson(element: ElementPlan, text: string, numbers: NumberForm): JsonValue {
  // A point in an Nn is wrong. As bare text it would be a right decimal, and another amount when it is written.
  if (/^-?\d*\.\d*$/.test(text)) return { text };
  if (!/^-?\d+$/.test(text)) return text;
  const digits = text.replace('-', '');
  const sign = digits.length === text.length ? '' : '-';
  const decimal = sign + impliedDecimal(digits, element.scale);
  if (numbers === 'string') return decimal;
  const number = Number(decimal);
  return integerText(number, element.scale, element.min) === text ? number : decimal;
}

// The point goes n digits from the right. Needless zeros of values below 1 must come back too: `.05` says that just the
// digits shown were there, and of several zeros before the point the first is only a mark (write-value.ts undoes both).
function impliedDecimal(digits: string, scale: number): string {
  if (scale === 0) return digits;
  const needless = digits.length > 1 && digits.startsWith('0');
  if (digits.length <= scale) return `${needless && digits.length === scale ? '' : '0'}.${digits.padStart(scale, '0')}`;
  const whole = digits.slice(0, -scale);
  const mark = needless && /^0+$/.test(whole) ? '0' : '';
  return `${mark}${whole}.${digits.slice(-scale)}`;
}

/** An Nn number as X12 writes it: implied decimals, leading zeros only up to the minimum length; '' if it cannot be. */
function integerText(value: number, scale: number, min: number): string {
  const text = String(value);
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null || Object.is(value, -0)) return '';
  const [, sign = '', whole = '', fraction = ''] = match;
  if (fraction.length > scale) return '';
  const digits = (whole + fraction.padEnd(scale, '0')).replace(/^0+(?=\d)/, '');
  return sign + digits.padStart(min, '0');
}

function isShortestDecimal(text: string): boolean {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return false;
  const number = Number(text);
  return String(number) === text && !Object.is(number, -0);
}

function dateToJson(element: ElementPlan, text: string): JsonValue {
  if (text.length === 8 && element.max >= 8 && isDate8(text))
    return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  // Six digits come back as six only where the element has room for no more.
  if (text.length === 6 && element.max === 6 && isDate6(text)) {
    const century = Number(text.slice(0, 2)) < CENTURY_PIVOT ? '20' : '19';
    return `${century}${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`;
  }
  return text;
}

function timeToJson(text: string): JsonValue {
  if (!isTime(text)) return text;
  const minutes = `${text.slice(0, 2)}:${text.slice(2, 4)}`;
  if (text.length === 4) return minutes;
  const seconds = `${minutes}:${text.slice(4, 6)}`;
  return text.length === 6 ? seconds : `${seconds}.${text.slice(6)}`;
}
