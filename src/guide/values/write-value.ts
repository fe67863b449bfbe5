import {
  CHECK_DATE,
  CHECK_DECIMAL,
  CHECK_INTEGER,
  CHECK_LISTED,
  CHECK_TEXT,
  CHECK_TIME,
  ELEMENT_MIN,
  ELEMENT_MORE,
} from '../plan/image.js';
import { type ElementPlan, Kind } from '../plan/plan.js';
import { putDate, writeDate } from './date.js';
import { padNumber, plainDecimal, putDecimal, putDigitsOf, putInteger, shiftNumber, shiftText } from './number.js';
import { DOUBT, isLong, putText } from './text.js';
import { writeTime } from './time.js';

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

/**
 * The short way: puts a string as bytes, judged by nobody; {@link writeValue} gives the same text. The caller has made room for it.
 * @param kind of `CHECK_`, as `ElementTable` has it; its row in the image is at `at`.
 * @param trims a repair may cut zeros of decimals.
 * @param classes of characters: see `SegmentLayout.classes`.
 * @returns the offset behind it; DOUBT for what is not taken.
 */
export function putString(
  kind: number,
  words: Int32Array,
  at: number,
  text: string,
  trims: boolean,
  classes: Uint8Array,
  bytes: Uint8Array,
  to: number,
): number {
  switch (kind) {
    case CHECK_TEXT:
    case CHECK_LISTED:
      return putText(text, classes, bytes, to);
    case CHECK_DATE:
      return isLong(words, at, 8) ? putDate(text, classes, bytes, to) : DOUBT;
    case CHECK_TIME:
      return putText(writeTime(text), classes, bytes, to);
    case CHECK_DECIMAL:
      return trims ? DOUBT : putText(text, classes, bytes, to);
    case CHECK_INTEGER:
      return words[at + ELEMENT_MORE] === 0 ? putText(text, classes, bytes, to) : DOUBT;
    default:
      return DOUBT;
  }
}

/** {@link putString} for a number of JSON: the characters of numbers are plain. */
export function putNumber(
  kind: number,
  words: Int32Array,
  at: number,
  value: number,
  bytes: Uint8Array,
  to: number,
): number {
  const least = words[at + ELEMENT_MIN] ?? 0;
  switch (kind) {
    case CHECK_DECIMAL:
      return putDecimal(value, least, bytes, to);
    case CHECK_INTEGER:
      return putInteger(value, words[at + ELEMENT_MORE] ?? 0, least, bytes, to);
    case CHECK_LISTED:
      return putDigitsOf(value, bytes, to);
    default:
      return DOUBT;
  }
}
