import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PackedMap } from '../../src/guide/packed-map.js';

describe('PackedMap', () => {
  it('answers as a Map does, for keys in and out of it', () => {
    const key = fc.integer({ min: 1, max: 2 ** 31 - 1 });
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.string())), fc.array(key), (entries, others) => {
        const map = new Map(entries);
        const packed = new PackedMap(entries);
        expect(packed.size).toBe(map.size);
        expect([...packed.keys()].sort()).toEqual([...map.keys()].sort());
        for (const one of [...map.keys(), ...others]) {
          expect(packed.get(one)).toBe(map.get(one));
          expect(packed.has(one)).toBe(map.has(one));
        }
      }),
    );
  });

  it('holds nothing under keys that are no positive 32-bit numbers', () => {
    const packed = new PackedMap([
      [5, 'five'],
      [2 ** 40, 'large'],
      [0, 'zero'],
      [-1, 'negative'],
      [1.5, 'fraction'],
    ]);
    expect(packed.size).toBe(1);
    for (const key of [0, -1, 1.5, 2 ** 40, 2 ** 32 + 5])
      expect([packed.get(key), packed.has(key)]).toEqual([undefined, false]);
  });
});
