import type { ElementPlan } from '../plan/plan.js';
import { checkDigits } from './date.js';
import { digitsAt, digitsIn } from './digits.js';
import type { ReportValue } from './text.js';

// A time (TM). X12 has HHMM, HHMMSS, HHMMSSD or HHMMSSDD; JSON the same with its marks, such as `HH:MM:SS.d`.

const ISO_TIME = /^\d\d:\d\d(?::\d\d(?:\.\d{1,2})?)?$/;

/** A time of the clock; 2359 is the last minute, there is no leap second. */
export function isTime(text: string): boolean {
  return isTimeNumber(digitsIn(text, 0, text.length), text.length);
}

/** {@link isTime} on the digits as one number; `length` says how many there are. */
export function isTimeNumber(number: number, length: number): boolean {
  if (number < 0) return false;
  if (length === 4) return number < 2_400 && number % 100 < 60;
  if (length === 6) return isSecond(number);
  if (length === 7) return isSecond((number / 10) | 0);
  return length === 8 && isSecond((number / 100) | 0);
}

function isSecond(number: number): boolean {
  return number < 240_000 && ((number / 100) | 0) % 100 < 60 && number % 100 < 60;
}

export function checkTime(element: ElementPlan, text: string, report: ReportValue): void {
  checkDigits(element, text, isTime(text), 'element-time', report);
}

/** Whether bytes are a time. */
export function isTimeAt(bytes: Uint8Array, start: number, stop: number): boolean {
  return isTimeNumber(digitsAt(bytes, start, stop), stop - start);
}

/** What is no time stays text. */
export function timeToJson(text: string): string {
  return isTime(text) ? isoTime(text) : text;
}

/** The JSON of digits that are a time. */
export function isoTime(digits: string): string {
  const minutes = `${digits.slice(0, 2)}:${digits.slice(2, 4)}`;
  if (digits.length === 4) return minutes;
  const seconds = `${minutes}:${digits.slice(4, 6)}`;
  return digits.length === 6 ? seconds : `${seconds}.${digits.slice(6)}`;
}

/** A JSON time without its marks; anything else as it stands. */
export function writeTime(text: string): string {
  return ISO_TIME.test(text) ? text.replace(/[:.]/g, '') : text;
}
