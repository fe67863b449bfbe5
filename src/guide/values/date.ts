import type { ElementPlan } from '../plan/plan.js';
import { digitsAt, digitsIn } from './digits.js';
import { checkLength, codePoints, DOUBT, putText, type ReportValue } from './text.js';

// A day (DT). X12 has eight digits, or six where the element has room for no more; JSON has `CCYY-MM-DD`.

// DECISIONS A9: two-digit years below this are 20xx, others 19xx.
const PIVOT = 50;
const DASH = 0x2d;
const ISO_LENGTH = 10;
const ISO_DATE = /^\d{4}-\d\d-\d\d$/;

/** CCYYMMDD, checked against the calendar. */
export function isDate8(text: string): boolean {
  return text.length === 8 && isDate8Number(digitsIn(text, 0, 8));
}

/** YYMMDD, checked against the calendar of 1950-2049. */
export function isDate6(text: string): boolean {
  return text.length === 6 && isDate6Number(digitsIn(text, 0, 6));
}

/** {@link isDate8} on the eight digits as one number. */
export function isDate8Number(number: number): boolean {
  const monthAndDay = number % 10_000;
  return isDay((number - monthAndDay) / 10_000, (monthAndDay / 100) | 0, monthAndDay % 100);
}

/** {@link isDate6} on the six digits as one number. */
export function isDate6Number(number: number): boolean {
  const year = (number / 10_000) | 0;
  return number >= 0 && isDay(fullYear(year), ((number / 100) | 0) % 100, number % 100);
}

/** True for a day of the Gregorian calendar; years count from 1. */
export function isDay(year: number, month: number, day: number): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

export function daysOf(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

export function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** The year that two digits stand for. */
export function fullYear(year: number): number {
  return year < PIVOT ? 2000 + year : 1900 + year;
}

export function checkDate(element: ElementPlan, text: string, report: ReportValue): void {
  checkDigits(element, text, text.length === 6 ? isDate6(text) : isDate8(text), 'element-date', report);
}

/** A date or time of a wrong length is that and no more, as long as it is digits: calendar and clock cannot say anything about it. */
export function checkDigits(
  element: ElementPlan,
  text: string,
  isValid: boolean,
  reason: 'element-date' | 'element-time',
  report: ReportValue,
): void {
  const { length } = text;
  checkLength(element, codePoints(text), report);
  const fits = length >= element.min && length <= element.max;
  if (!isValid && (fits || digitsIn(text, 0, length) < 0)) report(reason);
}

/** Whether bytes are a date of six or eight digits. */
export function isDateAt(bytes: Uint8Array, start: number, stop: number): boolean {
  const number = digitsAt(bytes, start, stop);
  if (number < 0) return false;
  return stop - start === 8 ? isDate8Number(number) : stop - start === 6 && isDate6Number(number);
}

/** The JSON of eight digits that are a date. */
export function isoDate(digits: string): string {
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** What is no date, or would not come back as it was, stays text: six digits come back as six only where the element has room for no more. */
export function dateToJson({ max }: ElementPlan, text: string): string {
  if (max >= 8 && isDate8(text)) return isoDate(text);
  return max === 6 && isDate6(text) ? isoDate(`${fullYear(digitsIn(text, 0, 2))}${text.slice(2)}`) : text;
}

/** A JSON date as X12 has it, anything else as it stands; `undefined` for a year that two digits cannot tell. */
export function writeDate(text: string, max: number): string | undefined {
  if (!ISO_DATE.test(text)) return text;
  const digits = text.replaceAll('-', '');
  if (max >= 8) return digits;
  return fullYear(digitsIn(digits, 2, 4)) === digitsIn(digits, 0, 4) ? digits.slice(2) : undefined;
}

/**
 * Puts a JSON date as its eight digits, and anything else as it stands, as {@link writeDate} does where there is room for eight. What has other
 * characters where digits belong is no date to whoever judges.
 */
export function putDate(text: string, classes: Uint8Array, bytes: Uint8Array, start: number): number {
  if (text.length !== ISO_LENGTH || text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH)
    return putText(text, classes, bytes, start);
  let to = start;
  let odd = 0;
  for (let i = 0; i < ISO_LENGTH; i++) {
    if (i === 4 || i === 7) continue;
    const unit = text.charCodeAt(i);
    odd |= (classes[unit & 0xff] ?? 0) | (unit >> 8);
    bytes[to++] = unit;
  }
  return odd === 0 ? to : DOUBT;
}
