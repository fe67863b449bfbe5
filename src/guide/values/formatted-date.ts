import { daysOf, fullYear, isDate8, isDate8Number, isDateAt, isLeap } from './date.js';
import { digitsAt, digitsIn } from './digits.js';

// A text that is a date or time by the form which a qualifier names (DE 1251 by DE 1250): the same in X12 and in JSON.

/** What a formatted date or time is worth: `date` is IK403 8, `time` is IK403 9. */
export type FormattedDate = 'ok' | 'date' | 'time';

// The two forms that nearly all dates have, as `packCode` packs them.
const D8 = 0x4438;
const RD8 = 0x524438;
const RANGE_LENGTH = 17;
const DASH = 0x2d;

/**
 * Checks a DE 1251 value by its DE 1250 qualifier: digits, calendar, clock, and that a range does not run backwards.
 * @returns `undefined` for a qualifier that prescribes no form that can be checked (`UN`, unknown ones).
 */
export function checkFormattedDate(qualifier: string, text: string): FormattedDate | undefined {
  if (qualifier === 'D8') return isDate8(text) ? 'ok' : 'date';
  if (qualifier === 'RD8') return isRange8(text) ? 'ok' : 'date';
  const form = FORMS.get(qualifier);
  if (form === undefined) return undefined;
  // A wrong length says nothing about the part that is wrong: it is a time only where the form has no date.
  if (text.length !== form.length) return hasDate(form) ? 'date' : 'time';
  return checkForm(form, text);
}

// One letter a character: Y year, M month, N letters of a month's name, D day, J day of the year, Q quarter,
// h hour, m minute, s second.
const FORMS: ReadonlyMap<string, string> = new Map([
  ['CC', 'CC'],
  ['CD', 'NNNYYYY'],
  ['CM', 'YYYYMM'],
  ['CQ', 'YYYYQ'],
  ['CY', 'YYYY'],
  ['D6', 'YYMMDD'],
  ['DA', 'DD-DD'],
  ['DB', 'MMDDYYYY'],
  ['DD', 'DD'],
  ['DDT', 'YYYYMMDD-YYYYMMDDhhmm'],
  ['DT', 'YYYYMMDDhhmm'],
  ['DTD', 'YYYYMMDDhhmm-YYYYMMDD'],
  ['DTS', 'YYYYMMDDhhmmss-YYYYMMDDhhmmss'],
  ['EH', 'YJJJ'],
  ['KA', 'YYNNNDD'],
  ['MD', 'MMDD'],
  ['MM', 'MM'],
  ['RD', 'MMDDYYYY-MMDDYYYY'],
  ['RD2', 'YY-YY'],
  ['RD4', 'YYYY-YYYY'],
  ['RD5', 'YYYYMM-YYYYMM'],
  ['RD6', 'YYMMDD-YYMMDD'],
  ['RD8', 'YYYYMMDD-YYYYMMDD'],
  ['RDM', 'YYMMDD-MMDD'],
  ['RDT', 'YYYYMMDDhhmm-YYYYMMDDhhmm'],
  ['RMD', 'MMDD-MMDD'],
  ['RMY', 'YYMM-YYMM'],
  ['RTM', 'hhmm-hhmm'],
  ['RTS', 'YYYYMMDDhhmmss'],
  ['TC', 'JJJ'],
  ['TM', 'hhmm'],
  ['TQ', 'MMYY'],
  ['TR', 'DDMMYYhhmm'],
  ['TS', 'hhmmss'],
  ['TT', 'MMDDYY'],
  ['TU', 'YYJJJ'],
  ['YM', 'YYMM'],
  ['YY', 'YY'],
]);
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

// The two forms that nearly all dates have go without the table.
function isRange8(text: string): boolean {
  if (text.length !== 17 || text.charAt(8) !== '-') return false;
  const from = digitsIn(text, 0, 8);
  const to = digitsIn(text, 9, 17);
  return isDate8Number(from) && isDate8Number(to) && from <= to;
}

/** True for two dates of eight digits that are a range but for their order. */
export function isReversedRange(text: string): boolean {
  return text.charAt(8) === '-' && isRange8(`${text.slice(9)}-${text.slice(0, 8)}`);
}

/** Whether bytes are a date by the packed qualifier; false for all qualifiers but the two that nearly all dates have. */
export function isFormattedAt(bytes: Uint8Array, start: number, stop: number, qualifier: number): boolean {
  if (qualifier === D8) return stop - start === 8 && isDateAt(bytes, start, stop);
  if (qualifier !== RD8 || stop - start !== RANGE_LENGTH || bytes[start + 8] !== DASH) return false;
  const from = digitsAt(bytes, start, start + 8);
  const to = digitsAt(bytes, start + 9, stop);
  return from <= to && isDate8Number(from) && isDate8Number(to);
}

interface Moment {
  verdict: FormattedDate;
  /** CCYYMMDD as a number; 0 when the form has no full year, so that it cannot be ordered. */
  day: number;
  /** HHMMSS as a number; -1 without a time. */
  clock: number;
}

function checkForm(form: string, text: string): FormattedDate {
  const dash = form.indexOf('-');
  if (dash < 0) return readMoment(form, text).verdict;
  if (text.charAt(dash) !== '-') return hasDate(form) ? 'date' : 'time';
  const from = readMoment(form.slice(0, dash), text.slice(0, dash));
  if (from.verdict !== 'ok') return from.verdict;
  const to = readMoment(form.slice(dash + 1), text.slice(dash + 1));
  if (to.verdict !== 'ok') return to.verdict;
  return isReversed(from, to) ? 'date' : 'ok';
}

// Ranges of two-digit years and of times alone may pass a century or midnight: they have no order.
function isReversed(from: Moment, to: Moment): boolean {
  if (from.day === 0 || to.day === 0) return false;
  if (from.day !== to.day) return from.day > to.day;
  return from.clock >= 0 && to.clock >= 0 && from.clock > to.clock;
}

function readMoment(form: string, text: string): Moment {
  const year = part(form, text, 'Y');
  const yearDigits = form.lastIndexOf('Y') - form.indexOf('Y') + 1;
  const name = form.indexOf('N');
  const month = name < 0 ? part(form, text, 'M') : MONTHS.indexOf(text.slice(name, name + 3).toUpperCase()) + 1;
  const day = part(form, text, 'D');
  const full = yearDigits === 4 ? (year ?? 0) : yearDigits === 2 ? fullYear(year ?? 0) : 2000;
  // NaN stands for characters that are no digits: every comparison with it fails.
  const dated =
    (year === undefined || (yearDigits === 4 ? year >= 1 : year >= 0)) &&
    (month === undefined || (month >= 1 && month <= 12)) &&
    (day === undefined || (day >= 1 && day <= (month === undefined ? 31 : daysOf(full, month)))) &&
    within(part(form, text, 'J'), 1, isLeap(full) ? 366 : 365) &&
    within(part(form, text, 'Q'), 1, 4) &&
    within(part(form, text, 'C'), 0, 99);
  const hour = part(form, text, 'h');
  const minute = part(form, text, 'm');
  const second = part(form, text, 's');
  const timed = within(hour, 0, 23) && within(minute, 0, 59) && within(second, 0, 59);
  return {
    verdict: !dated ? 'date' : timed ? 'ok' : 'time',
    day: yearDigits === 4 ? full * 10_000 + (month ?? 0) * 100 + (day ?? 0) : 0,
    clock: hour === undefined ? -1 : hour * 10_000 + (minute ?? 0) * 100 + (second ?? 0),
  };
}

function part(form: string, text: string, letter: string): number | undefined {
  const start = form.indexOf(letter);
  if (start < 0) return undefined;
  const number = digitsIn(text, start, form.lastIndexOf(letter) + 1);
  return number < 0 ? Number.NaN : number;
}

function within(number: number | undefined, least: number, most: number): boolean {
  return number === undefined || (number >= least && number <= most);
}

function hasDate(form: string): boolean {
  return !form.startsWith('h');
}
