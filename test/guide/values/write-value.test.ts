import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ElementPlan } from '../../../src/guide/plan/plan.js';
import { plainDecimal } from '../../../src/guide/values/number.js';
import { toJson } from '../../../src/guide/values/read-value.js';
import { writeValue } from '../../../src/guide/values/write-value.js';
import { elementOf } from '../element-plan.js';

const R = elementOf('R', 1, 18);
const N0 = elementOf('N0', 1, 9);
const N2 = elementOf('N2', 1, 15);
const DT = elementOf('DT', 8, 8);
const TM = elementOf('TM', 4, 8);

describe('writeValue of numbers', () => {
  it.each([
    [R, 0.1, '0.1'],
    [R, 4.35, '4.35'],
    [R, 1e21, `1${'0'.repeat(21)}`],
    [R, 1.5e-7, '0.00000015'],
    [R, -2.5e22, `-25${'0'.repeat(21)}`],
    [R, -0, '0'],
    [R, 100, '100'],
    [R, '100.00', '100.00'],
    [R, '.5', '.5'],
    [R, '5.', '5.'],
    [R, '1E5', '1E5'],
    [R, '123456789012345678', '123456789012345678'],
    [R, 0.1 + 0.2, '0.30000000000000004'],
    [N0, 12, '12'],
    [N0, -12, '-12'],
    [N0, -0, '0'],
    [N0, '0012', '0012'],
    [N0, '12A', '12A'],
    [N0, '12.0', '12'],
    [elementOf('N0', 3, 9), 7, '007'],
    [elementOf('N0', 3, 9), -7, '-007'],
    [elementOf('R', 3, 9), 1.5, '01.5'],
    [N2, 43.48, '4348'],
    [N2, 10, '1000'],
    [N2, '10.00', '1000'],
    [N2, 4.35, '435'],
    [N2, 0.05, '5'],
    [N2, '0.05', '5'],
    [N2, 0, '0'],
    [N2, 0.1, '10'],
    [N2, -0.5, '-50'],
    [N2, 1e21, `1${'0'.repeat(23)}`],
    [N2, '.05', '05'],
    [N2, '00.05', '005'],
    [N2, '01.23', '0123'],
    [N2, '1234567890123456.78', '123456789012345678'],
    [N2, '1.500', '150'],
    [N2, '-0.00', '-0'],
  ] as [ElementPlan, unknown, string][])('case %#: $type %j', (element, value, expected) => {
    expect(writeValue(element, value)).toBe(expected);
  });

  it.each([
    [N0, 1.5],
    [N2, 1.005],
    [N2, '1.005'],
    [N2, 1e-7],
    [R, Number.NaN],
    [R, Number.POSITIVE_INFINITY],
    [R, true],
    [R, null],
    [R, {}],
    [R, 5n],
    [elementOf('AN', 1, 5), 5],
    [elementOf('ID', 1, 5), 5],
    [DT, 20240131],
    [TM, 1230],
  ] as [ElementPlan, unknown][])('case %#: cannot be held', (element, value) =>
    expect(writeValue(element, value)).toBeUndefined(),
  );

  it('writes any finite number without exponent, of the same value', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = plainDecimal(value);
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(text) + 0).toBe(value + 0);
      }),
    );
  });

  it('gives back what reading makes of any right number', () => {
    const text = fc.stringMatching(/^-?\d{1,15}$/);
    fc.assert(
      fc.property(text, (raw) => {
        expect(writeValue(N0, toJson(N0, raw, 'exact'))).toBe(raw);
        expect(writeValue(R, toJson(R, raw, 'exact'))).toBe(raw);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^-?(\d{1,12}\.\d{1,6}|\.\d{1,6}|\d{1,9}\.)$/), (raw) => {
        expect(writeValue(R, toJson(R, raw, 'exact'))).toBe(raw);
        expect(writeValue(R, toJson(R, raw, 'string'))).toBe(raw);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^-?(0{0,4}\d{2,12}|\d)$/), fc.constantFrom('exact', 'string'), (raw, form) => {
        expect(writeValue(N2, toJson(N2, raw, form))).toBe(raw);
      }),
    );
  });
});

describe('writeValue of dates and times', () => {
  it.each([
    [DT, '2024-01-31', '20240131'],
    [DT, '20240131', '20240131'],
    [DT, '240131', '240131'],
    [DT, '2024-13-01', '20241301'],
    [DT, '31.01.2024', '31.01.2024'],
    [elementOf('DT', 6, 6), '2024-01-31', '240131'],
    [elementOf('DT', 6, 6), '1950-01-31', '500131'],
    [TM, '12:30', '1230'],
    [TM, '12:30:45', '123045'],
    [TM, '12:30:45.5', '1230455'],
    [TM, '12:30:45.55', '12304555'],
    [TM, '1230', '1230'],
    [TM, '12:30:', '12:30:'],
    [TM, '12:30:45.555', '12:30:45.555'],
    [TM, '12.30', '12.30'],
  ] as [ElementPlan, string, string][])('case %#: %s', (element, value, expected) =>
    expect(writeValue(element, value)).toBe(expected),
  );

  it('refuses a century that six digits cannot tell', () =>
    expect(writeValue(elementOf('DT', 6, 6), '1949-12-31')).toBeUndefined());

  it('gives back what reading makes of any text', () => {
    const text = fc.oneof(fc.stringMatching(/^\d{4,8}$/), fc.string({ minLength: 1 }));
    fc.assert(
      fc.property(text, (raw) => {
        for (const element of [DT, elementOf('DT', 6, 6), elementOf('DT', 6, 8), TM]) {
          // A date or time that already has the form of JSON is no X12 and is read with a finding.
          if (/^\d{4}-..-..$|^..:../u.test(raw)) continue;
          expect(writeValue(element, toJson(element, raw, 'exact'))).toBe(raw);
        }
      }),
    );
  });
});
