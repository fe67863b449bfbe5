import type { SegmentSink } from '../../model/segments.js';
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
  ELEMENT_MAX,
  ELEMENT_MIN,
  ELEMENT_MORE,
  KIND_MASK,
} from '../plan/image.js';
import { type ElementPlan, Kind } from '../plan/plan.js';
import { putCode } from './code.js';
import { putDate, writeDate } from './date.js';
import { padNumber, plainDecimal, putDecimal, putInteger, putNumberText, shiftNumber, shiftText } from './number.js';
import { isLong, putText } from './text.js';
import { putTime, writeTime } from './time.js';

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
 * The short way: writes a string that is plain and right by the row at `at`, without making another one. What it
 * takes, `checkValue` has nothing against, and {@link writeValue} gives the same text.
 * @param trims a repair may cut zeros of decimals.
 * @returns false, with nothing written, where there is doubt.
 */
export function putString(sink: SegmentSink, words: Int32Array, at: number, text: string, trims: boolean): boolean {
  const least = words[at + ELEMENT_MIN] ?? 0;
  const most = words[at + ELEMENT_MAX] ?? 0;
  const kind = (words[at + ELEMENT_KIND] ?? 0) & KIND_MASK;
  switch (kind) {
    case CHECK_TEXT:
    case CHECK_FORMATTED:
      return putText(sink, text, least, most);
    case CHECK_ONLY:
    case CHECK_CODES:
    case CHECK_LISTED:
      return putCode(sink, words, at, kind, text);
    case CHECK_DATE:
      return isLong(words, at, 8) && putDate(sink, text);
    case CHECK_TIME:
      return putTime(sink, text, least, most);
    case CHECK_DECIMAL:
      return !trims && putNumberText(sink, text, least, most, true);
    case CHECK_INTEGER:
      return words[at + ELEMENT_MORE] === 0 && putNumberText(sink, text, least, most, false);
    default:
      return false;
  }
}

/** {@link putString} for a number of JSON; `at` is no row of a listed text. */
export function putNumber(sink: SegmentSink, words: Int32Array, at: number, value: number): boolean {
  const least = words[at + ELEMENT_MIN] ?? 0;
  const most = words[at + ELEMENT_MAX] ?? 0;
  switch ((words[at + ELEMENT_KIND] ?? 0) & KIND_MASK) {
    case CHECK_DECIMAL:
      return putDecimal(sink, value, least, most);
    case CHECK_INTEGER:
      return putInteger(sink, value, words[at + ELEMENT_MORE] ?? 0, least, most);
    case CHECK_LISTED:
      return putCode(sink, words, at, CHECK_LISTED, String(value));
    default:
      return false;
  }
}
