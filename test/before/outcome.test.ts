import { describe, expect, it } from 'vitest';
import { X12Error } from '../../src/model/error.js';
import { areSame, describeDifference, outcomeOf } from './outcome.js';

const finding = { reason: 'element-code', at: { segment: 3, element: 2 }, badValue: 'SECRET' };

describe('two outcomes', () => {
  it.each<[string, unknown, unknown, string]>([
    [
      'another place',
      { findings: [finding] },
      { findings: [{ ...finding, at: { segment: 3, element: 3 } }] },
      '/findings/0/at/element: 2 before, 3 now',
    ],
    ['one more', { findings: [] }, { findings: [finding] }, '/findings/0: not there before'],
    ['one less', [finding, finding], [finding], '/1: not there now'],
    ['a member less', { a: 1, b: undefined }, { a: 1 }, '/b: not there now'],
    ['another order', { a: 1, b: 2 }, { b: 2, a: 1 }, ': members in another order from a'],
    ['another kind', { a: 1 }, { a: '1' }, '/a: a number before, a text of 1 characters now'],
    ['minus zero', [0], [-0], '/0: a number before, a number now'],
    ['an object for null', { a: {} }, { a: null }, '/a: a object before, null now'],
    ['a list for an object', { a: {} }, { a: [] }, '/a: objects of two kinds'],
    ['a list with a hole', { a: [1, undefined] }, { a: Object.assign([1], { length: 2 }) }, '/a/1: not there now'],
    ['another text', { data: { name: 'SECRET' } }, { data: { name: 'OTHER' } }, '/data/name'],
    ['another bad value', [finding], [{ ...finding, badValue: 'OTHER' }], '/0/badValue: a text of 6 characters'],
  ])('differ by %s', (_, before, now, where) => {
    expect(areSame(before, now)).toBe(false);
    const told = describeDifference(before, now) ?? '';
    expect(told).toContain(where);
    if (where.includes('badValue')) expect(told).not.toContain('SECRET');
  });

  it('are the same where all is, NaN too', () => {
    const value = { a: [1, Number.NaN, null, { b: undefined }], c: 5n };
    expect(areSame(value, structuredClone(value))).toBe(true);
    expect(describeDifference(value, structuredClone(value))).toBeUndefined();
  });

  it('are compared by code, text and details of what was thrown, and by bytes', async () => {
    const thrown = (text: string, details: object) =>
      outcomeOf(() => Promise.reject(new X12Error('X12_DATA_INVALID', text, { details: details as never })));
    const one = await thrown('A', { findings: [finding] });
    expect(areSame(one, await thrown('A', { findings: [finding] }))).toBe(true);
    expect(areSame(one, await thrown('B', { findings: [finding] }))).toBe(false);
    expect(areSame(one, await thrown('A', { findings: [] }))).toBe(false);
    const bytes = (byte: number) => outcomeOf(() => ({ bytes: Uint8Array.of(1, byte) }));
    expect(areSame(await bytes(2), await bytes(2))).toBe(true);
    expect(areSame(await bytes(2), await bytes(3))).toBe(false);
  });
});
