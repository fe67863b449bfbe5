import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainDecimal } from '../../src/mapping/lenses/decimal.js';

describe('the plain form of a decimal number', () => {
  it.each([
    ['6000.00', '6000'],
    ['.4', '0.4'],
    ['-0', '0'],
    ['-007.50', '-7.5'],
    ['5.', '5'],
    ['', undefined],
    ['.', undefined],
    ['-', undefined],
    ['1.2.3', undefined],
    ['1e3', undefined],
  ])('of %j is %j', (given, plain) => expect(plainDecimal(given)).toBe(plain));

  it('is the one that patterns find', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('0', '1', '5', '.', '-', 'x'), maxLength: 8 }), (given) => {
        const [, sign = '', before = '', after = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(given) ?? [];
        const none = before + after === '';
        const part = after.replace(/0+$/, '');
        const number = (before.replace(/^0+(?=\d)/, '') || '0') + (part && `.${part}`);
        expect(plainDecimal(given)).toBe(none ? undefined : number === '0' ? number : sign + number);
      }),
    );
  });
});
