import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDate6, isDate6Number, isDate8, isDate8Number } from '../../../src/guide/values/date.js';
import { checkFormattedDate } from '../../../src/guide/values/formatted-date.js';
import { isTime, isTimeNumber } from '../../../src/guide/values/time.js';

describe('isDate8', () => {
  it.each(['20240229', '20000229', '19991231', '00010101', '99991231'])('takes %s', (text) =>
    expect(isDate8(text)).toBe(true),
  );
  it.each([
    '20230229',
    '19000229',
    '20241301',
    '20240431',
    '20240100',
    '00000101',
    '2024022',
    '202402290',
    '2024-2-9',
    'ABCDEFGH',
    '',
  ])('refuses %j', (text) => expect(isDate8(text)).toBe(false));

  it('agrees with the calendar of the platform on every eight digits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 9999 }),
        fc.integer({ min: 0, max: 13 }),
        fc.integer({ min: 0, max: 32 }),
        (year, month, day) => {
          const text = `${year}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`;
          const date = new Date(Date.UTC(year, month - 1, day));
          const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
          expect(isDate8(text)).toBe(real);
          expect(isDate8Number(Number(text))).toBe(real);
        },
      ),
    );
  });
});

describe('isDate6', () => {
  it.each(['240229', '000229', '991231', '500101'])('takes %s', (text) => expect(isDate6(text)).toBe(true));
  it.each(['230229', '991301', '9912', '99123A', ''])('refuses %j', (text) => expect(isDate6(text)).toBe(false));
  it('takes the digits as a number', () => {
    expect(isDate6Number(229)).toBe(true);
    expect(isDate6Number(-1)).toBe(false);
  });
});

describe('isTime', () => {
  it.each(['0000', '2359', '235959', '2359599', '23595999'])('takes %s', (text) => expect(isTime(text)).toBe(true));
  it.each(['2400', '1260', '235960', '12', '12345', '123456789', '12:30', '-100', ''])('refuses %j', (text) =>
    expect(isTime(text)).toBe(false),
  );
  it('takes the digits as a number', () => {
    expect(isTimeNumber(30, 4)).toBe(true);
    expect(isTimeNumber(12_30_00_5, 7)).toBe(true);
    expect(isTimeNumber(30, 5)).toBe(false);
  });
});

describe('checkFormattedDate', () => {
  it.each([
    ['D8', '20240229'],
    ['D6', '240229'],
    ['RD8', '20240101-20240131'],
    ['RD8', '20240101-20240101'],
    ['DT', '202401312359'],
    ['TM', '2359'],
    ['TS', '235959'],
    ['RTS', '20240131235959'],
    ['RD6', '991231-000101'],
    ['RDT', '202401010000-202401010001'],
    ['DTS', '20240101000000-20240101000001'],
    ['RTM', '2300-0100'],
    ['CM', '202412'],
    ['CY', '2024'],
    ['CQ', '20244'],
    ['MD', '0229'],
    ['DB', '02292024'],
    ['TU', '24366'],
    ['CD', 'DEC2024'],
    ['KA', '24FEB29'],
    ['RD', '12312024-01012025'],
    ['DDT', '20240101-202401021200'],
    ['YY', '99'],
    ['TR', '3112242359'],
  ])('%s takes %s', (qualifier, text) => expect(checkFormattedDate(qualifier, text)).toBe('ok'));

  it.each([
    ['D8', '20230229'],
    ['D8', '2024-02-29'],
    ['D6', '230229'],
    ['RD8', '20240131-20240101'],
    ['RD8', '20240131 20240201'],
    ['RD8', '20240131'],
    ['RD8', '20240131-20240232'],
    ['DT', '20241331'],
    ['DT', '202413312359'],
    ['DTS', '20240101000001-20240101000000'],
    ['CM', '202413'],
    ['CQ', '20245'],
    ['TU', '23366'],
    ['CD', 'XXX2024'],
    ['RD', '01012025-12312024'],
    ['YY', '9A'],
    ['CC', 'XX'],
  ])('%s finds the date of %s wrong', (qualifier, text) => expect(checkFormattedDate(qualifier, text)).toBe('date'));

  it.each([
    ['DT', '202401312460'],
    ['TM', '2400'],
    ['TM', '12'],
    ['RTS', '20240131235960'],
    ['RTM', '2300-2500'],
    ['RTM', '230002400'],
  ])('%s finds the time of %s wrong', (qualifier, text) => expect(checkFormattedDate(qualifier, text)).toBe('time'));

  it.each(['UN', 'ZZ', ''])('does not judge qualifier %j', (qualifier) =>
    expect(checkFormattedDate(qualifier, 'x')).toBeUndefined(),
  );
});
