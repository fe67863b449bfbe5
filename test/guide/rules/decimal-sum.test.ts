import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DecimalSum, sameDecimal } from '../../../src/guide/rules/decimal-sum.js';

function sumOf(texts: readonly string[], implied?: number): DecimalSum {
  const sum = new DecimalSum();
  for (const text of texts) sum.add(text, 1, implied);
  return sum;
}

describe('DecimalSum', () => {
  it.each([
    [['0.1', '0.2', '-0.3']],
    [['4.35', '-4.3500']],
    [['.5', '-0.5']],
    [['100.', '-100']],
    [['999999999999999999', '0.000001', '-999999999999999999.000001']],
    [['9007199254740993', '-9007199254740992', '-1']],
    [['0.00005', '0.00005', '-0.0001']],
    [['-0', '0']],
    [[]],
  ])('is zero for %j', (texts) => {
    expect(sumOf(texts)).toMatchObject({ isZero: true, broken: false });
  });

  it.each([[['0.1']], [['0.00001']], [['9007199254740993', '-9007199254740992']], [['1', '-0.99999999']]])(
    'is not zero for %j',
    (texts) => {
      expect(sumOf(texts).isZero).toBe(false);
    },
  );

  it('reads Nn by its implied decimals', () => {
    expect(sameDecimal('1234', '12.34', 2)).toBe(true);
    expect(sameDecimal('1234', '12.34', 0)).toBe(false);
    expect(sumOf(['12.34'], 2).broken).toBe(true);
  });

  it.each(['', '-', '.', '1.2.3', '1E5', '+1', '1,000', ' 1', 'abc', '1'.repeat(65)])(
    'is broken by %j and stays so until reset',
    (text) => {
      const sum = sumOf(['1', text, '-1']);
      expect(sum.broken).toBe(true);
      sum.reset();
      expect(sum).toMatchObject({ broken: false, isZero: true });
    },
  );

  it('agrees with scaled BigInt on any decimals', () => {
    const decimal = fc.tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 8 }));
    fc.assert(
      fc.property(fc.array(decimal, { maxLength: 12 }), (values) => {
        const total = values.reduce((sum, [units, scale]) => sum + units * 10n ** BigInt(8 - scale), 0n);
        const sum = sumOf(values.map(([units, scale]) => write(units, scale)));
        expect(sum.isZero).toBe(total === 0n);
        sum.add(write(-total, 8), 1);
        expect(sum).toMatchObject({ isZero: true, broken: false });
      }),
    );
  });
});

function write(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return `${units < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${digits.slice(digits.length - scale)}`}`;
}
