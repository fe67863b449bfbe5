import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HlIds } from '../../src/guide/hl-ids.js';

it('finds the duplicates that a set of all values finds', () => {
  const id = fc.oneof(fc.integer({ min: -2, max: 12 }).map(String), fc.constantFrom('01', 'A', '1.0', '', '1e1'));
  fc.assert(
    fc.property(fc.array(id), (ids) => {
      const log = new HlIds();
      const seen = new Set<string>();
      for (const [at, one] of ids.entries()) {
        expect(log.add(one)).toEqual({ counts: one === String(at + 1), duplicate: seen.has(one) });
        seen.add(one);
      }
    }),
    { numRuns: 2_000 },
  );
});

it('calls nothing a duplicate by mistake once it stops remembering', () => {
  const log = new HlIds();
  // Every HL is odd: each bears the number behind its own, so none occurs twice.
  for (let ordinal = 1; ordinal <= 20_000; ordinal++) {
    expect(log.add(String(ordinal + 1))).toEqual({ counts: false, duplicate: false });
  }
});
