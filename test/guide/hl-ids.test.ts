import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HlIds } from '../../src/guide/values/hl-ids.js';

it('finds the duplicates that a set of all values finds', () => {
  const id = fc.oneof(fc.integer({ min: -2, max: 12 }).map(String), fc.constantFrom('01', 'A', '1.0', '', '1e1'));
  fc.assert(
    fc.property(fc.array(id), (ids) => {
      const log = new HlIds();
      const seen = new Set<string>();
      for (const [at, one] of ids.entries()) {
        expect(log.add(one)).toMatchObject({ counts: one === String(at + 1), duplicate: seen.has(one) });
        seen.add(one);
      }
    }),
    { numRuns: 2_000 },
  );
});

it('says what is to be said where no child comes late', () => {
  const log = new HlIds();
  const told: string[] = [];
  for (const id of ['1', '2', 'A']) log.add(id);
  for (const id of ['1', '2', 'A']) log.expectChild(id, () => told.push(id));
  expect(['2', 'A', '4', '9', ''].map((id) => log.adopts(id))).toEqual([true, true, false, false, false]);
  log.end();
  expect(told).toEqual(['1']);
  log.clear();
  log.end();
  expect(told).toEqual(['1']);
});

it('calls nothing a duplicate by mistake once it stops remembering', () => {
  const log = new HlIds();
  // Every HL is odd: each bears the number behind its own, so none occurs twice.
  for (let ordinal = 1; ordinal <= 20_000; ordinal++) {
    expect(log.add(String(ordinal + 1))).toMatchObject({ counts: false, duplicate: false });
  }
});

it('counts on behind missing ones if the next number does, and knows that writing would count otherwise', () => {
  const log = new HlIds();
  log.add('1');
  log.skip(2, '4');
  expect(log.add('4')).toEqual({ counts: true, derivable: false, duplicate: false });
  expect(log.add('3')).toEqual({ counts: false, derivable: false, duplicate: false });
  log.skip(1, '6');
  expect(log.add('6')).toEqual({ counts: true, derivable: false, duplicate: false });
});
