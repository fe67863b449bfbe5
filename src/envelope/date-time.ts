// Two-digit years below the pivot belong to this century (DECISIONS A9).
const PIVOT = 50;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** True for YYMMDD or CCYYMMDD that names a day of the calendar. */
export function isDay(text: string): boolean {
  return isoDate(text) !== undefined;
}

/** True for HHMM, HHMMSS, HHMMSSD or HHMMSSDD between 0000 and 235959.99; 2400 is no time. */
export function isTime(text: string): boolean {
  return isoTime(text) !== undefined;
}

/** `YYYY-MM-DD` of YYMMDD (years pivot at 50) or CCYYMMDD; `undefined` when it is no date. */
export function isoDate(text: string): string | undefined {
  if (!isDigits(text) || (text.length !== 6 && text.length !== 8)) return undefined;
  const century = text.length === 8 ? '' : Number(text.slice(0, 2)) < PIVOT ? '20' : '19';
  const full = century + text;
  const year = Number(full.slice(0, 4));
  const month = Number(full.slice(4, 6));
  const day = Number(full.slice(6));
  if (year < 1 || day < 1 || day > daysOf(year, month)) return undefined;
  return `${full.slice(0, 4)}-${full.slice(4, 6)}-${full.slice(6)}`;
}

/** `HH:MM`, `HH:MM:SS`, `HH:MM:SS.d` or `HH:MM:SS.dd`; `undefined` when it is no time. */
export function isoTime(text: string): string | undefined {
  if (!isDigits(text) || text.length < 4 || text.length > 8 || text.length === 5) return undefined;
  const hours = text.slice(0, 2);
  const minutes = text.slice(2, 4);
  if (hours > '23' || minutes > '59') return undefined;
  if (text.length === 4) return `${hours}:${minutes}`;
  const seconds = text.slice(4, 6);
  if (seconds > '59') return undefined;
  const fraction = text.slice(6);
  return `${hours}:${minutes}:${seconds}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * The X12 text of an ISO date; anything else comes back as it is, so that text kept raw on reading is written raw. So does a
 * year outside 1950-2049 where only two digits are written: they would name another.
 * @param digits 6 for YYMMDD, 8 for CCYYMMDD.
 */
export function x12Date(text: string, digits: 6 | 8): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return text;
  if (digits === 6 && (text < '1950' || text >= '2050')) return text;
  return text.slice(8 - digits, 4) + text.slice(5, 7) + text.slice(8);
}

/** The X12 text of an ISO time; anything else comes back as it is. */
export function x12Time(text: string): string {
  if (!/^\d\d:\d\d(:\d\d(\.\d\d?)?)?$/.test(text)) return text;
  return text.slice(0, 2) + text.slice(3, 5) + text.slice(6, 8) + text.slice(9);
}

/** True for one or more ASCII digits. */
export function isDigits(text: string): boolean {
  return /^[0-9]+$/.test(text);
}

function daysOf(year: number, month: number): number {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return (DAYS[month - 1] ?? 0) + (leap ? 1 : 0);
}
