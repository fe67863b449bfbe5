import { describe, expect, it } from 'vitest';
import { KeptByAccount } from '../../../src/resources/guides/kept-by-account.js';

describe('what is kept by account', () => {
  it('drops what its account asked for longest ago', () => {
    const kept = new KeptByAccount<number>(2);
    kept.set('a', 'x', 1, 1);
    kept.set('a', 'y', 2, 1);
    kept.get('a', 'x');
    kept.set('a', 'z', 3, 1);
    expect([kept.get('a', 'x'), kept.get('a', 'y'), kept.get('a', 'z')]).toEqual([1, undefined, 3]);
  });

  it('costs an account nothing that another has more of, however many that one asks for', () => {
    const kept = new KeptByAccount<number>(10);
    kept.set('few', 'one', 1, 2);
    kept.set('few', 'two', 2, 2);
    for (let n = 0; n < 1_000; n++) kept.set('many', String(n), n, 1);
    expect([kept.get('few', 'one'), kept.get('few', 'two')]).toEqual([1, 2]);
    const left = Array.from({ length: 1_000 }, (_, n) => kept.get('many', String(n))).filter((n) => n !== undefined);
    expect(left).toEqual([994, 995, 996, 997, 998, 999]);
  });

  it('shares fairly among accounts that all want more', () => {
    const kept = new KeptByAccount<number>(9);
    for (let n = 0; n < 100; n++) for (const account of ['a', 'b', 'c']) kept.set(account, String(n), n, 1);
    for (const account of ['a', 'b', 'c']) {
      expect([97, 98, 99].map((n) => kept.get(account, String(n)))).toEqual([97, 98, 99]);
    }
  });

  it('keeps nothing that weighs more than all may, and counts a value that is replaced once', () => {
    const kept = new KeptByAccount<number>(3);
    kept.set('a', 'x', 1, 4);
    expect(kept.get('a', 'x')).toBeUndefined();
    for (let n = 0; n < 10; n++) kept.set('a', 'y', n, 2);
    kept.set('b', 'z', 1, 1);
    expect([kept.get('a', 'y'), kept.get('b', 'z')]).toEqual([9, 1]);
    kept.delete('a', 'y');
    expect(kept.get('a', 'y')).toBeUndefined();
  });
});
