import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SECRET_VALUES } from './patients.js';
import { valuesIn } from './search-values.js';

it('finds a value in each form, wherever it stands', () => {
  const bytes = fc.uint8Array({ maxLength: 20 }).map((some) => Buffer.from(some));
  fc.assert(
    fc.property(fc.constantFrom(...SECRET_VALUES), bytes, bytes, (value, before, after) => {
      const whole = Buffer.concat([before, Buffer.from(value), after]);
      for (const form of [whole.toString('base64'), whole.toString('hex'), whole.toString('base64url')]) {
        // The alphabet of URLs differs in two letters, which these values may have where they meet their neighbours.
        if (/[-_]/.test(form)) continue;
        expect(valuesIn(Buffer.from(form), [value]).length, form).toBeGreaterThan(0);
      }
      expect(valuesIn(whole, [value]).length).toBeGreaterThan(0);
      expect(valuesIn(Buffer.from(`x${value}y`, 'utf16le'), [value]).length).toBeGreaterThan(0);
    }),
  );
});

it('finds a date as JSON has it, and a name in capitals', () => {
  expect(valuesIn(Buffer.from('born 1917-09-23'), ['19170923'])).not.toEqual([]);
  expect(valuesIn(Buffer.from('NM1*IL*1*VANDERSNOOT'), ['Vandersnoot'])).not.toEqual([]);
});

it('finds nothing in what has none of them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2000 }), (some) => valuesIn(Buffer.from(some), SECRET_VALUES).length === 0),
  );
});
