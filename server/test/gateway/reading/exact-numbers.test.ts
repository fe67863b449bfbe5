import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demandExactNumbers } from '../../../src/gateway/reading/exact-numbers.js';

function placeIn(text: string): string | undefined {
  try {
    demandExactNumbers(text);
    return undefined;
  } catch (error) {
    return (error as { errors: { path: string }[] }).errors[0]?.path;
  }
}

describe('demandExactNumbers', () => {
  it.each([
    '12345678901234567890',
    '9007199254740993',
    '-9007199254740993',
    '90071992547409936',
    '1e400',
    '-1E+400',
    '1e-400',
    '0.123456789012345678',
    '123456789012345678901234567890e-10',
    '3.33333333333333333333',
  ])('refuses %s', (number) => {
    expect(placeIn(number)).toBe('');
    expect(placeIn(`{"a":"${number}","b~/":[1,{"é\\"":[],"c":${number}}]}`)).toBe('/b~0~1/1/c');
    expect(placeIn(`[[1,2],{"a":[3]},${number}]`)).toBe('/2');
  });

  it.each([
    '0',
    '-0',
    '0.000000000000000000000000',
    '0e999999',
    '1.10',
    '1.00000000000000000000000',
    '9007199254740992',
    '100000000000000000000000000',
    '1e300',
    '1.7976931348623157e308',
    '5e-324',
    '0.1',
    '0.10000000000000001',
    '0.30000000000000004',
    '123456789012.12',
    '"12345678901234567890"',
    '{"12345678901234567890": "e999"}',
  ])('takes %s', (json) => {
    expect(placeIn(json)).toBeUndefined();
  });

  it('takes whatever a program writes of its own numbers', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(placeIn(JSON.stringify({ number }))).toBeUndefined();
        if (!Number.isInteger(number)) expect(placeIn(number.toPrecision(17))).toBeUndefined();
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes a whole number if, and only if, it comes out as it was', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 68n), max: 2n ** 68n }), (number) => {
        const comesOut = BigInt(String(Number(number)).replace(/^(-?)(\d)(?:\.(\d+))?e\+(\d+)$/, plain)) === number;
        expect(placeIn(`[${number}]`)).toBe(comesOut ? undefined : '/0');
      }),
      { numRuns: 2_000 },
    );
  });

  it('names the place by which the number is found', () => {
    const value = fc.jsonValue({ maxDepth: 3 }).map((given) => JSON.stringify(given));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), value)), fc.string(), (members, name) => {
        const before = members
          .filter(([other]) => other !== name)
          .map(([other, json]) => `${JSON.stringify(other)}:${json}`);
        const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}/1`;
        expect(placeIn(`{${[...before, `${JSON.stringify(name)}:[ [], 1e999 ]`].join(' , ')}}`)).toBe(pointer);
      }),
      { numRuns: 300 },
    );
  });
});

function plain(_: string, sign: string, first: string, rest = '', power: string): string {
  return `${sign}${first}${rest.padEnd(Number(power), '0')}`;
}
