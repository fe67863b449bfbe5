/** What a formatted date or time is worth: `date` is IK403 8, `time` is IK403 9. */
export type FormattedDate = 'ok' | 'date' | 'time';

// Two-digit years below this are 20xx (DECISIONS A9). It decides one thing here: whether 29 February of year 00 exists.
const PIVOT = 50;

/** CCYYMMDD, checked against the calendar. */
export function isDate8(text: string): boolean {
  return text.length === 8 && isDate8Number(digits(text, 0, 8));
}

/** YYMMDD, checked against the calendar of 1950-2049. */
export function isDate6(text: string): boolean {
  return text.length === 6 && isDate6Number(digits(text, 0, 6));
}

/** HHMM, HHMMSS, HHMMSSD or HHMMSSDD; 2359 is the last minute, there is no leap second. */
export function isTime(text: string): boolean {
  return isTimeNumber(digits(text, 0, text.length), text.length);
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

/** {@link isTime} on the digits as one number; `length` says how many there are. */
export function isTimeNumber(number: number, length: number): boolean {
  if (number < 0) return false;
  if (length === 4) return number < 2_400 && number % 100 < 60;
  if (length === 6) return isSecond(number);
  if (length === 7) return isSecond((number / 10) | 0);
  return length === 8 && isSecond((number / 100) | 0);
}

/** True for a day of the Gregorian calendar; years count from 1. */
export function isDay(year: number, month: number, day: number): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
}

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
  const from = digits(text, 0, 8);
  const to = digits(text, 9, 17);
  return isDate8Number(from) && isDate8Number(to) && from <= to;
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
  const yearDigits = count(form, 'Y');
  const month = form.includes('N') ? MONTHS.indexOf(letters(form, text)) + 1 : part(form, text, 'M');
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
  const number = digits(text, start, form.lastIndexOf(letter) + 1);
  return number < 0 ? Number.NaN : number;
}

function letters(form: string, text: string): string {
  return text.slice(form.indexOf('N'), form.lastIndexOf('N') + 1).toUpperCase();
}

function count(form: string, letter: string): number {
  const start = form.indexOf(letter);
  return start < 0 ? 0 : form.lastIndexOf(letter) - start + 1;
}

function within(number: number | undefined, least: number, most: number): boolean {
  return number === undefined || (number >= least && number <= most);
}

function hasDate(form: string): boolean {
  return !form.startsWith('h');
}

// The digits of a stretch as one number; -1 when another character stands among them.
function digits(text: string, start: number, end: number): number {
  let number = 0;
  for (let i = start; i < end; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    number = number * 10 + digit;
  }
  return number;
}

function isSecond(number: number): boolean {
  return number < 240_000 && ((number / 100) | 0) % 100 < 60 && number % 100 < 60;
}

function fullYear(year: number): number {
  return year < PIVOT ? 2000 + year : 1900 + year;
}

function daysOf(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
