import type { Finding, Guide } from 'ediloom';
import { describe, expect, it } from 'vitest';
import { findingLimits } from '../../../src/exchange/outbound/finding-limits.js';

/** A guide of a few elements; only what the limits are read from. */
const guideOf = (elements: object) =>
  ({ properties: { heading: { properties: { a: { properties: elements } } } } }) as unknown as Guide;
const x12 = (type: string, min: number, max: number, more = {}) => ({ element: '1', type, min, max, ...more });

const guide = guideOf({
  text: { title: 'Text', x12: x12('AN', 2, 10) },
  sum: { title: 'Sum', x12: x12('N2', 1, 6) },
  count: { title: 'Count', x12: x12('N0', 1, 3) },
  code: { title: 'Code', enum: Array.from({ length: 40 }, (_, i) => `C${i}`), x12: x12('ID', 2, 3) },
  free: { title: 'Code', x12: x12('ID', 2, 2) },
  time: { title: 'Time', x12: x12('TM', 4, 8) },
  form: { title: 'Form', description: 'A letter and a digit.', x12: x12('AN', 1, 5, { pattern: '^[A-Z]\\d$' }) },
});

describe('limits of a finding', () => {
  it.each([
    ['element-too-long', 'text', 'CANARY CANARY', 'It has 13 characters; it must have 2 to 10.'],
    ['element-too-short', 'text', '😀', 'It has 1 character; it must have 2 to 10.'],
    ['element-too-long', 'sum', -1234567.89, 'It has 9 digits; it must have 1 to 6.'],
    ['element-code', 'free', 'ZZ', "Use a code of the standard's list of data element 1."],
    ['element-time', 'time', 'noon', 'Write it as 17:30 or 17:30:59.'],
    ['element-too-long', 'time', '17.30 Uhr', 'Write it as 17:30 or 17:30:59.'],
    ['value-type', 'sum', 'x', 'Write a number with at most 2 decimals and 6 digits in all.'],
    ['element-not-numeric', 'count', 'x', 'Write a whole number of 1 to 3 digits.'],
    ['value-type', 'text', {}, 'Write text of 2 to 10 characters.'],
    ['element-pattern', 'form', 'x', 'The guide prescribes the form ^[A-Z]\\d$, which is: A letter and a digit.'],
  ] as const)('%s of %s', (reason, name, value, advice) => {
    const limits = findingLimits(
      { reason } as Finding,
      { guide, data: { heading: { a: { [name]: value } } } },
      `/heading/a/${name}`,
    );
    expect(limits?.advice).toBe(advice);
    expect(JSON.stringify(limits)).not.toContain('CANARY');
  });

  it('name so many codes and no more', () => {
    const limits = findingLimits(
      { reason: 'element-code-not-used' } as Finding,
      { guide, data: {} },
      '/heading/a/code',
    );
    expect(limits?.advice).toMatch(/^Use one of C0, C1, .* C29 and 10 more, which the guide lists\.$/);
  });

  it("name codes of the standard's list, which the finding brings", () => {
    const limits = { allowed: ['00', '01'], allowedTotal: 67 };
    const found = { reason: 'element-code', limits } as unknown as Finding;
    const told = findingLimits(found, { guide, data: {} }, '/heading/a/free');
    expect(told?.advice).toBe(
      "Use one of 00, 01, or another of the standard's list of data element 1, which has 65 more.",
    );
    expect(told?.limits).toEqual({ dataElement: '1', ...limits });
  });

  it('name the key that was meant, else some of those that the guide has', () => {
    const found = { reason: 'property-unknown' } as Finding;
    const adviceAt = (pointer: string) => findingLimits(found, { guide, data: {} }, pointer)?.advice;
    expect(adviceAt('/heading/a/cuont')).toBe('Did you mean count?');
    expect(adviceAt('/heading/a/nothing_like_it')).toBe('Known are: text, sum, count, code, free, time, form.');
    expect(adviceAt('/headng')).toBe('Did you mean heading?');
    expect(adviceAt('/heading/b/c')).toBeUndefined();
  });

  it('are none of other reasons, and where there is no guide or no element', () => {
    const found = { reason: 'element-too-long' } as Finding;
    expect(
      findingLimits({ reason: 'element-blank' } as Finding, { guide, data: {} }, '/heading/a/text'),
    ).toBeUndefined();
    expect(findingLimits(found, { guide: undefined, data: {} }, '/heading/a/text')).toBeUndefined();
    expect(findingLimits(found, { guide, data: {} }, '/heading/b')).toBeUndefined();
  });
});
