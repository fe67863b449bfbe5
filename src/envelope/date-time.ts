// Two-digit years below the pivot belong to this century (DECISIONS A9).
const PIVOT = 50;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** True for YYMMDD or CCYYMMDD that names a day of the calendar. */
export function isDay(text: string): boolean {
  const { length } = text;
  if ((length !== 6 && length !== 8) || !isDigits(text)) return false;
  const year = length === 8 ? 100 * pairAt(text, 0) + pairAt(text, 2) : centuryOf(text) + pairAt(text, 0);
  const day = pairAt(text, length - 2);
  return year > 0 && day > 0 && day <= daysOf(year, pairAt(text, length - 4));
}

/** True for HHMM, HHMMSS, HHMMSSD or HHMMSSDD between 0000 and 235959.99; 2400 is no time. */
export function isTime(text: string): boolean {
  const { length } = text;
  if (length < 4 || length > 8 || length === 5 || !isDigits(text)) return false;
  return pairAt(text, 0) < 24 && pairAt(text, 2) < 60 && (length === 4 || pairAt(text, 4) < 60);
}

/** The number that two digits write. */
function pairAt(text: string, at: number): number {
  return 10 * text.charCodeAt(at) + text.charCodeAt(at + 1) - 11 * 0x30;
}

function centuryOf(text: string): number {
  return pairAt(text, 0) < PIVOT ? 2000 : 1900;
}

/** `YYYY-MM-DD` of YYMMDD (years pivot at 50) or CCYYMMDD; `undefined` when it is no date. */
export function isoDate(text: string): string | undefined {
  if (!isDay(text)) return undefined;
  if (text.length === 8) return `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  return `${centuryOf(text) / 100}${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4)}`;
}

/** `HH:MM`, `HH:MM:SS`, `HH:MM:SS.d` or `HH:MM:SS.dd`; `undefined` when it is no time. */
export function isoTime(text: string): string | undefined {
  if (!isTime(text)) return undefined;
  const minute = `${text.slice(0, 2)}:${text.slice(2, 4)}`;
  if (text.length === 4) return minute;
  const fraction = text.slice(6);
  return `${minute}:${text.slice(4, 6)}${fraction === '' ? '' : `.${fraction}`}`;
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
  // A loop: of texts as short as these an expression takes several times as long. bench: `npm run bench:small`.
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 0x30 || text.charCodeAt(i) > 0x39) return false;
  return text !== '';
}

function daysOf(year: number, month: number): number {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return (DAYS[month - 1] ?? 0) + (leap ? 1 : 0);
}
