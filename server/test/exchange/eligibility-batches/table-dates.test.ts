import { expect, it } from 'vitest';
import { readCell } from '../../../src/exchange/eligibility-batches/table-cells.js';
import { TABLE_COLUMNS } from '../../../src/exchange/eligibility-batches/table-columns.js';

const ofKind = (wanted: string) => {
  const column = TABLE_COLUMNS.find(({ kind }) => kind === wanted);
  if (column === undefined) throw new Error('The table has no such column.');
  return column;
};
const [DATE, BIRTH] = [ofKind('date'), ofKind('birth-date')];
const LONG = [1, 3, 5, 7, 8, 10, 12];

/** By the calendar of Gregory, and not by that of the language. */
function daysOf(year: number, month: number): number {
  if (month !== 2) return LONG.includes(month) ? 31 : 30;
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
}

const two = (number: number): string => String(number).padStart(2, '0');

it('each day of two centuries is read in each of its forms, and no day that is none', () => {
  const wrong: string[] = [];
  for (let year = 1890; year <= 2110; year++) {
    for (let month = 0; month <= 13; month++) {
      for (let day = 0; day <= 32; day++) {
        const is = month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
        const x12 = `${year}${two(month)}${two(day)}`;
        const forms = [
          ...[x12, `${year}-${two(month)}-${two(day)}`, `${year}-${month}-${day}`],
          ...[`${month}/${day}/${year}`, `${two(month)}/${two(day)}/${year}`, ` ${month}/${two(day)}/${year} `],
        ];
        for (const form of forms) {
          const cell = readCell(form, DATE, '20260115');
          const read = cell !== undefined && 'value' in cell ? cell.value : undefined;
          if (read !== (is ? x12 : undefined)) wrong.push(form);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});

it.each([
  ['20260115', '20260115', true],
  ['20260116', '20260115', false],
  ['1/15/2026', '20260115', true],
  ['2026-1-16', '20260115', false],
  ['20240229', '20240229', true],
  ['20240301', '20240229', false],
  ['20270101', '20261231', false],
])('a birth on %s is taken or not on %s', (birth, today, isTaken) => {
  expect('value' in (readCell(birth, BIRTH, today) ?? {})).toBe(isTaken);
});
