import { describe, expect, it } from 'vitest';
import { nextLook } from '../../../src/exchange/polling/next-look.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('the next look for files', () => {
  it('comes after the interval', () => {
    expect(nextLook(5 * MINUTE, { failures: 0 }, 0)).toBe(5 * MINUTE);
    expect(nextLook(5 * MINUTE, { failures: 0 }, 0.5)).toBe(5.25 * MINUTE);
  });

  it('comes seconds after a look at a partner who was down, then later and later', () => {
    const waits = Array.from({ length: 12 }, (_, at) => nextLook(12 * HOUR, { failures: at + 1 }, 0));
    expect(waits.slice(0, 4)).toEqual([5, 10, 20, 40].map((one) => one * SECOND));
    expect(waits.slice(-2)).toEqual([HOUR, HOUR]);
    expect(nextLook(SECOND, { failures: 1 }, 0)).toBe(SECOND);
  });

  it('comes no sooner where the partner refused', () => {
    const after = (failures: number) => nextLook(MINUTE, { failures, wasRefused: true }, 0);
    expect([1, 2, 3, 9].map(after)).toEqual([2 * MINUTE, 4 * MINUTE, 8 * MINUTE, HOUR]);
    expect(nextLook(12 * HOUR, { failures: 3, wasRefused: true }, 0)).toBe(12 * HOUR);
  });
});
