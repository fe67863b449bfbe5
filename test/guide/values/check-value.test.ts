import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ElementPlan } from '../../../src/guide/plan/plan.js';
import { checkValue } from '../../../src/guide/values/check-value.js';
import { codePoints } from '../../../src/guide/values/text.js';
import { elementOf, STANDARD } from '../element-plan.js';

function reasons(element: ElementPlan, text: string): string[] {
  const found: string[] = [];
  checkValue(element, text, STANDARD, (reason) => found.push(reason));
  return found;
}

describe('checkValue', () => {
  const AN = elementOf('AN', 2, 5);
  it.each([
    ['AB', []],
    ['ABCDE', []],
    ['A', ['element-too-short']],
    ['ABCDEF', ['element-too-long']],
    ['  ', ['element-blank']],
    [' ', ['element-blank']],
    ['A\tB', ['element-character']],
    ['A\u007fB', ['element-character']],
    ['', []],
    [' A', []],
    ['😀', ['element-too-short']],
    ['😀😀😀😀😀', []],
    ['ÄÖÜÄÖ', []],
  ])('AN 2/5 %j gives %j', (text, expected) => expect(reasons(AN, text)).toEqual(expected));

  const N0 = elementOf('N0', 1, 4);
  it.each([
    ['0', []],
    ['1234', []],
    ['-1234', []],
    ['12345', ['element-too-long']],
    ['-12345', ['element-too-long']],
    ['1.5', ['element-not-numeric']],
    ['+1', ['element-not-numeric']],
    ['-', ['element-not-numeric']],
    ['1 ', ['element-not-numeric']],
    ['007', ['element-number-format']],
    ['-0', ['element-number-format']],
    ['1E2', ['element-not-numeric']],
  ])('N0 1/4 %j gives %j', (text, expected) => expect(reasons(N0, text)).toEqual(expected));

  it('takes leading zeros that the minimum length asks for', () => {
    expect(reasons(elementOf('N0', 3, 6), '007')).toEqual([]);
    expect(reasons(elementOf('N0', 3, 6), '07')).toEqual(['element-too-short']);
    expect(reasons(elementOf('N0', 3, 6), '0007')).toEqual(['element-number-format']);
  });

  const R = elementOf('R', 1, 4);
  it.each([
    ['12.34', []],
    ['-12.34', []],
    ['123.45', ['element-too-long']],
    ['.5', []],
    ['0.5', []],
    ['100.00', ['element-too-long']],
    ['1.00', []],
    ['5.', ['element-number-format']],
    ['00.5', ['element-number-format']],
    ['-0', ['element-number-format']],
    ['-0.0', ['element-number-format']],
    ['1.2.3', ['element-not-numeric']],
    ['--5', ['element-not-numeric']],
    ['5-', ['element-not-numeric']],
    ['.', ['element-not-numeric']],
    ['1E5', ['element-not-numeric']],
    ['1,5', ['element-not-numeric']],
    ['$5', ['element-not-numeric']],
  ])('R 1/4 %j gives %j', (text, expected) => expect(reasons(R, text)).toEqual(expected));

  it.each([
    [8, 8, '20240229', []],
    [8, 8, '20230229', ['element-date']],
    [8, 8, '240229', ['element-too-short']],
    [8, 8, '2024022A', ['element-date']],
    [8, 8, '2024-02-29', ['element-too-long', 'element-date']],
    [6, 6, '240229', []],
    [6, 8, '2402291', ['element-date']],
  ])('DT %i/%i %j gives %j', (min, max, text, expected) =>
    expect(reasons(elementOf('DT', min, max), text)).toEqual(expected),
  );

  it.each([
    [4, 8, '2359', []],
    [4, 8, '2400', ['element-time']],
    [4, 8, '12345', ['element-time']],
    [4, 4, '123456', ['element-too-long']],
    [4, 8, '1', ['element-too-short']],
  ])('TM %i/%i %j gives %j', (min, max, text, expected) =>
    expect(reasons(elementOf('TM', min, max), text)).toEqual(expected),
  );

  it('tells a code of the standard from one that nobody knows', () => {
    const ID = elementOf('ID', 1, 2, { list: ['A', 'B1'] });
    expect(reasons(ID, 'A')).toEqual([]);
    expect(reasons(ID, 'S')).toEqual(['element-code-not-used']);
    expect(reasons(ID, 'X')).toEqual(['element-code']);
    expect(reasons(ID, 'a')).toEqual(['element-code']);
    expect(reasons(ID, 'XYZ')).toEqual(['element-too-long', 'element-code']);
  });

  it('reports a pattern that does not match, beside everything else', () => {
    const AN3 = elementOf('AN', 3, 3, { pattern: /^\d{3}$/u });
    expect(reasons(AN3, '123')).toEqual([]);
    expect(reasons(AN3, 'AB')).toEqual(['element-too-short', 'element-pattern']);
  });

  it('says nothing of a not-used element', () =>
    expect(reasons(elementOf('N0', 1, 1, { notUsed: true }), 'abc')).toEqual([]));

  it('never throws and names no reason twice', () => {
    const element = fc.constantFrom(
      AN,
      N0,
      R,
      elementOf('DT', 8, 8),
      elementOf('TM', 4, 8),
      elementOf('ID', 1, 2, { list: ['A'] }),
    );
    fc.assert(
      fc.property(element, fc.string({ unit: 'binary' }), (plan, text) => {
        const found = reasons(plan, text);
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });

  it('counts characters as code points', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(codePoints(text)).toBe([...text].length);
      }),
    );
  });
});
