import { describe, expect, it } from 'vitest';
import { hasNestedQuantifiers } from '../../src/guide/plan/nested-quantifiers.js';

describe('hasNestedQuantifiers', () => {
  it.each([
    '^(([A-Z0-9]+)+)+$',
    '(a+)+',
    '(?:a*)*b',
    '^(?<word>\\w+)+$',
    '(a+){2,}',
    '(x{1,30}){1,30}',
    '(a+){30}!',
    '^((a|b)+)*$',
    '([a-z]+)*?',
    '(?=(a+)+$)',
    '([^)]+)+',
    '(\\(+)+',
    '(\\p{Lu}+)*',
    '(\\u{41}+)*',
    '(-?a+)*',
    '(-a*a*)*',
    '(-[-a]+)*',
    '(.[a-z]+)*',
    '((-a+)+b)*',
  ])('sees %s', (pattern) => {
    expect(() => new RegExp(pattern, 'u')).not.toThrow();
    expect(hasNestedQuantifiers(pattern)).toBe(true);
  });

  it.each([
    '',
    '^[A-Z]{2}\\d{6}$',
    '^\\d+(,\\d{3})*(\\.\\d+)?$',
    '^-?(\\d+\\.?\\d*|\\.\\d+)$',
    '^[A-Z]+(-[A-Z]+)*$',
    '^([A-Z]+\\.)*[A-Z]+$',
    '(a+)?b',
    '(a+)(b+)?c',
    '[(a+)+]',
    '\\(a+\\)+',
    '(\\p{Lu}{2})*',
    '(?:ab)+',
    '(a?)*',
    '[\\](a+)+]+',
  ])('lets %s pass', (pattern) => {
    expect(() => new RegExp(pattern, 'u')).not.toThrow();
    expect(hasNestedQuantifiers(pattern)).toBe(false);
  });

  it('takes what is no pattern, and reads long ones in one pass', () => {
    for (const text of [')', '(', '[', '\\', '(a+', 'a{', '(?<', ')+)+'])
      expect(typeof hasNestedQuantifiers(text)).toBe('boolean');
    expect(hasNestedQuantifiers('('.repeat(100_000))).toBe(false);
    expect(hasNestedQuantifiers(`${'('.repeat(50_000)}a+${')'.repeat(50_000)}+`)).toBe(true);
    expect(hasNestedQuantifiers(`(${'ab+'.repeat(50_000)})`)).toBe(false);
  });
});
