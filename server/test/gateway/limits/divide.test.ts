import { describe, expect, it } from 'vitest';
import { divide } from '../../../src/gateway/limits/divide.js';

describe('places divided among processes', () => {
  it.each([
    [10, [10], [10]],
    [10, [1], [10]],
    [10, [10, 10], [5, 5]],
    [11, [20, 20], [6, 5]],
    [10, [2, 20], [2, 8]],
    [10, [2, 2], [5, 5]],
    [2, [5, 5, 5], [1, 1, 0]],
    [0, [5, 5], [0, 0]],
    [100, [0, 1, 70], [10, 11, 79]],
    [5, [], []],
  ])('%i, where %j are wanted, are %j', (places, wanted, shares) => {
    expect(divide(places, wanted)).toEqual(shares);
  });

  it('are all given, never more, and nobody who wants less than another gets more of what is short', () => {
    for (let seed = 1; seed < 500; seed++) {
      const places = (seed * 7919) % 120;
      const wanted = Array.from({ length: 1 + (seed % 7) }, (_, index) => (seed * (index + 3) * 31) % 90);
      const shares = divide(places, wanted);
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(places);
      const isShort = wanted.reduce((sum, one) => sum + one, 0) > places;
      if (isShort) expect(shares.every((share, index) => share <= (wanted[index] ?? 0))).toBe(true);
      else expect(shares.every((share, index) => share >= (wanted[index] ?? 0))).toBe(true);
    }
  });
});
