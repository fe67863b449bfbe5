import { isDay } from '../../clock.js';
import type { RowProblem } from '../../resources/eligibility-batches/columns.js';
import type { TableColumn } from './table-columns.js';

/** What a cell says, or what is wrong with it. */
export type Cell = { readonly value: string | readonly string[] } | Omit<RowProblem, 'column'>;

/*
 * What spreadsheet programs do to numbers and dates can be seen in most cases. What has been lost is never guessed.
 */

const AS_TEXT = 'Format the column as text, and type it again.';
const DAMAGES: readonly (readonly [RegExp, string, string])[] = [
  [
    /^#{2,}$/,
    'The column was too narrow, and the program saved number signs.',
    'Make the column wider, and save it again.',
  ],
  [
    /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/i,
    'A formula has failed in it.',
    'Type the value in place of the formula.',
  ],
  [/^[-+]?\d+(?:[.,]\d+)?E\+\d+$/i, 'The program has shortened a long number, and its last digits are lost.', AS_TEXT],
  [/^=/, 'It is a formula.', 'Type the value in place of the formula.'],
  [/^(?:n\/a|-+|\?+|\.+)$/i, 'It stands for nothing.', 'Leave the cell empty where there is nothing to say.'],
  [/\uFFFD/, 'A letter was lost when the file was saved.', 'Type it again, and save the file as CSV UTF-8.'],
];

/** What a file reads as when a quotation mark of it is lost: rows below may have become part of the value. */
export const LONE_MARK: Omit<RowProblem, 'column'> = {
  problem: 'A quotation mark is missing, or there is one too many.',
  remedy: 'Write the value without quotation marks, and look whether it has taken in what stood behind it.',
};

/** Names that begin with a quoted word are refused with it: the file of a lost mark cannot be told from theirs. */
function hasLoneMark(value: string): boolean {
  const marks = value.split('"').length - 1;
  return marks % 2 === 1 || value.startsWith('"') || (marks > 0 && hasLineBreak(value));
}

export function hasLineBreak(value: string): boolean {
  return /[\r\n]/.test(value);
}

/** What comes along with text from a web page: it has no width, and nobody can correct what nobody sees. */
const UNSEEN = /[\u200B\u200E\u200F\u202A-\u202E\u2060\uFEFF]/g;

/** @param today `YYYYMMDD`: nobody is born later. @returns `undefined` for an empty cell. */
export function readCell(text: string, { kind, remedy }: TableColumn, today: string): Cell | undefined {
  // How programs are told that a number is a text: its zeros count.
  const plain = text.replace(UNSEEN, '').trim();
  const told = /^="([^"]*)"$/.exec(plain)?.[1];
  // A report has an apostrophe before what would be a formula.
  const value = (told ?? plain.replace(/^'(?=[=+\-@])/, '')).trim();
  if (value === '') return undefined;
  if (hasLoneMark(value)) return LONE_MARK;
  const damage = DAMAGES.find(([pattern]) => pattern.test(value));
  if (damage !== undefined) return { problem: damage[1], remedy: damage[2] };
  if (kind === 'date') return readDate(value, remedy);
  if (kind === 'birth-date') return bornUntil(today, readDate(value, remedy), remedy);
  if (kind === 'relationship') return readRelationship(value, remedy);
  return { value: kind === 'codes' ? value.split(/[\s,;|]+/).filter((code) => code !== '') : value };
}

/** Before it nobody was born who is asked about. */
const FIRST_BIRTH = '18500101';

/** Rules of checks leave it to the payer, which rejects it for a reason that names no cell. */
function bornUntil(today: string, cell: Cell, remedy: string): Cell {
  if (!('value' in cell)) return cell;
  if (cell.value < FIRST_BIRTH) return { problem: 'The year is too long ago: it was mistyped.', remedy };
  if (cell.value <= today) return cell;
  return {
    problem: 'It is a day in the future.',
    remedy: `${remedy} Programs make 2029 of a year that was typed as 29.`,
  };
}

function readDate(text: string, remedy: string): Cell {
  const yearFirst = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (yearFirst !== null) return dayOf(remedy, yearFirst[1], yearFirst[2], yearFirst[3]);
  const monthFirst = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  if (monthFirst !== null) {
    const [, month, day, year] = monthFirst;
    if (Number(month) > 12 && Number(day) <= 12) return { problem: 'The day stands before the month.', remedy };
    return dayOf(remedy, year, month, day);
  }
  if (/^\d{1,2}[/.-]\d{1,2}[/.-]\d{2}$/.test(text)) return { problem: 'The year has two digits.', remedy };
  if (/^\d{1,2}[.-]\d{1,2}[.-]\d{4}$/.test(text)) {
    return { problem: 'Nobody can tell the day from the month.', remedy };
  }
  if (/^\d{5}$/.test(text)) return { problem: 'The program has saved the date as a number of days.', remedy };
  if (/^\d+$/.test(text)) return { problem: 'It is no date: it has too few or too many digits.', remedy };
  return { problem: 'It is no date.', remedy };
}

function dayOf(remedy: string, year = '', month = '', day = ''): Cell {
  const value = `${year}${month.padStart(2, '0')}${day.padStart(2, '0')}`;
  return isDay(value) ? { value } : { problem: 'There is no such day in the calendar.', remedy };
}

const RELATIONSHIPS: ReadonlyMap<string, string> = new Map([
  ...(['01', '19', '34'] as const).map((code) => [code, code] as const),
  ...([
    ['spouse', '01'],
    ['child', '19'],
    ['other', '34'],
  ] as const),
]);

function readRelationship(text: string, remedy: string): Cell {
  const value = RELATIONSHIPS.get(text.toLowerCase());
  if (text === '1') return { problem: 'The zero in front is lost.', remedy };
  return value === undefined
    ? { problem: 'It is none of the relationships that can be asked about.', remedy }
    : { value };
}
