import fc from 'fast-check';
import { expect, it } from 'vitest';
import { passesNpiCheck } from '../../../src/model/npi.js';

/** Luhn's rule as it is written down: from the right, every second digit is doubled, and the digits of all are summed up. */
function passesLuhn(number: string): boolean {
  const digits = [...number]
    .reverse()
    .flatMap((digit, place) => [...String(Number(digit) * (place % 2 === 0 ? 1 : 2))]);
  return digits.reduce((sum, digit) => sum + Number(digit), 0) % 10 === 0;
}

const TEN_DIGITS = fc.stringMatching(/^\d{10}$/);

it('an NPI passes as its card number of fifteen digits does, 80840 before it', () => {
  fc.assert(
    fc.property(TEN_DIGITS, (npi) => passesNpiCheck(npi) === passesLuhn(`80840${npi}`)),
    { numRuns: 5000 },
  );
});

it('of an NPI that passes, none passes with another digit, nor with two neighbours swapped, but 0 and 9', () => {
  const valid = fc.stringMatching(/^\d{9}$/).map((nine) => {
    const last = [...'0123456789'].find((digit) => passesLuhn(`80840${nine}${digit}`));
    return `${nine}${last}`;
  });
  fc.assert(
    fc.property(valid, fc.nat({ max: 9 }), fc.integer({ min: 1, max: 9 }), (npi, place, more) => {
      expect(passesNpiCheck(npi)).toBe(true);
      const at = (index: number): string => npi[index] ?? '';
      const other = String((Number(at(place)) + more) % 10);
      expect(passesNpiCheck(npi.slice(0, place) + other + npi.slice(place + 1))).toBe(false);
      if (place === 9) return;
      const pair = at(place) + at(place + 1);
      const swapped = npi.slice(0, place) + at(place + 1) + at(place) + npi.slice(place + 2);
      expect(passesNpiCheck(swapped)).toBe(at(place) === at(place + 1) || pair === '09' || pair === '90');
    }),
    { numRuns: 2000 },
  );
});

it('what are not ten digits of ASCII is no NPI', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789 -٣３x'), maxLength: 12 }), (text) => {
      if (!/^[0-9]{10}$/.test(text)) expect(passesNpiCheck(text)).toBe(false);
    }),
    { numRuns: 2000 },
  );
});
