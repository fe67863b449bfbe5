import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divide } from '../../../src/gateway/limits/divide.js';

describe('places divided among processes', () => {
  it.each([
    // One part of what is left over stays free.
    [10, [10], [10]],
    [10, [1], [5]],
    [50, [1], [25]],
    [10, [10, 10], [5, 5]],
    [11, [20, 20], [6, 5]],
    [10, [2, 20], [2, 8]],
    [10, [2, 2], [4, 4]],
    [2, [5, 5, 5], [1, 1, 0]],
    [1, [1], [1]],
    [0, [5, 5], [0, 0]],
    [100, [0, 1, 70], [0, 10, 79]],
    [5, [0], [0]],
    [5, [], []],
  ])('%i, where %j are wanted, are %j', (places, wanted, shares) => {
    expect(divide(places, wanted)).toEqual(shares);
  });

  const count = fc.nat(200);
  const sum = (shares: readonly number[]): number => shares.reduce((total, share) => total + share, 0);

  it('are never more than there are, and all of them where they are short', () => {
    fc.assert(
      fc.property(count, fc.array(count, { maxLength: 8 }), (places, wanted) => {
        const given = sum(divide(places, wanted));
        expect(given).toBeLessThanOrEqual(places);
        if (sum(wanted) >= places) expect(given).toBe(places);
      }),
    );
  });

  it('are as many as are wanted where there are enough, and nothing for who wants nothing', () => {
    fc.assert(
      fc.property(count, fc.array(count, { maxLength: 8 }), (places, wanted) => {
        const shares = divide(places, wanted);
        const isEnough = sum(wanted) <= places;
        for (const [index, want] of wanted.entries()) {
          const share = shares[index] ?? -1;
          if (isEnough) expect(share).toBeGreaterThanOrEqual(want);
          else expect(share).toBeLessThanOrEqual(want);
          if (want === 0) expect(share).toBe(0);
        }
      }),
    );
  });

  it('are divided evenly where they are short: nobody goes without for who has more', () => {
    fc.assert(
      fc.property(count, fc.array(count, { minLength: 2, maxLength: 8 }), (places, wanted) => {
        const shares = divide(places, wanted);
        const most = Math.max(...shares);
        for (const [index, share] of shares.entries()) {
          // Whoever has less than another, but for one that cannot be divided, has all that it wants.
          if (share < most - 1) expect(share).toBeGreaterThanOrEqual(wanted[index] ?? 0);
        }
      }),
    );
  });

  it('leave room for who comes new, where any is left over', () => {
    fc.assert(
      fc.property(count, fc.array(count, { maxLength: 8 }), (places, wanted) => {
        const left = places - sum(wanted);
        const askers = wanted.filter((want) => want > 0).length;
        if (left > askers) expect(places - sum(divide(places, wanted))).toBeGreaterThan(0);
      }),
    );
  });
});
