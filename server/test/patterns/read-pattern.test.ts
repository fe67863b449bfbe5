import fc from 'fast-check';
import { RE2Set } from 're2js';
import { describe, expect, it } from 'vitest';
import { PatternRefused } from '../../src/patterns/pattern-refused.js';
import { readPattern } from '../../src/patterns/read-pattern.js';

function linear(pattern: string): (text: string) => boolean {
  const set = new RE2Set();
  set.add(readPattern(pattern).expression);
  set.compile();
  return (text) => set.match(text).length > 0;
}

function refusal(pattern: string): string | undefined {
  try {
    readPattern(pattern);
    return undefined;
  } catch (error) {
    if (error instanceof PatternRefused) return error.message;
    throw error;
  }
}

/** Each has texts that fit and texts that do not, on both engines. */
const SAME: readonly (readonly [string, readonly string[]])[] = [
  ['^[A-Z]{2}\\d{6}$', ['AB123456', 'AB12345', 'ab123456', 'AB123456\n']],
  ['^(?<month>0[1-9]|1[0-2])$', ['07', '13', '1']],
  ['^\\s\\S$', ['\u00a0x', '\u2003x', '\ufeffx', ' \u000b', 'xx', '\u180ex', '\u2028a']],
  ['^[\\s\\d]+$', ['1 \u00a0', 'x', '\u3000']],
  ['^[^\\S]+$', [' \u00a0', 'x']],
  ['^[\\S-]$', ['-', ' ', 'é', '\u00a0', '😀']],
  ['^.$', ['\r', '\u2028', '\u2029', '\n', 'x', '😀', '\u0085']],
  ['[]', ['', 'a']],
  ['^[^]$', ['\n', 'ab', '😀']],
  ['^[[:alpha:\\]]+$', ['[:', 'alph]', 'z']],
  ['^\\u0041\\x42\\u{43}\\cJ\\0$', ['ABC\n\0', 'ABC\n']],
  ['^\\uD83D\\uDE00$', ['😀', '😁']],
  ['\\bACME\\B', ['ACMEX', 'ACME', 'XACMEX']],
  ['^[\\b]$', ['\b', 'b']],
  ['^a{2,}?b{0,2}c{3}?$', ['aabbccc', 'abbccc', 'aaaccc', 'aac']],
  ['^\\p{Lu}\\P{L}[\\p{Nd}]$', ['A12', 'É-3', 'aA1']],
  ['^(?:a|b|)$', ['a', '', 'c']],
  ['(a*)*b|^$', ['aaab', 'aaa', '']],
  ['^\\/-?\\.\\$', ['/-.$', '/.$', '/-x$']],
  ['^[\\-\\]\\\\^a]+$', ['-]\\^a', 'b']],
];

const REFUSED: readonly (readonly [string, string, RegExp])[] = [
  ['look-ahead', '^(?=A)', /character 2: look-ahead/],
  ['negative look-ahead', 'x(?!A)', /character 2: look-ahead/],
  ['look-behind', '(?<=A)B', /look-behind/],
  ['negative look-behind', '(?<!A)B', /look-behind/],
  ['a back reference', '(A)\\1', /character 4: back references/],
  ['a named back reference', '(?<x>A)\\k<x>', /back references/],
  ['flags', '(?i:a)', /flags/],
  ['a script', '\\p{Script=Greek}', /category/],
  ['counts that multiply', '(a{1000}){1000}', /more than 2000 steps/],
  ['counts that multiply deep down', '((((a{9}){9}){9}){9}){9}', /more than 2000 steps/],
  ['a count above that of the engine', 'a{1001}', /1000 times/],
  ['many classes of Unicode', '\\p{L}'.repeat(101), /more than 2000 steps/],
  ['length', 'a'.repeat(2_001), /longer than 2000 characters/],
  ['depth', '('.repeat(200) + ')'.repeat(200), /deeper than 100/],
  ['half a character', '^\\uD83D$', /Write the character itself/],
];

describe('readPattern', () => {
  it.each(SAME)('means what JavaScript means: %s', (pattern, texts) => {
    const [native, test] = [new RegExp(pattern, 'u'), linear(pattern)];
    expect(texts.map((text) => [text, test(text)])).toEqual(texts.map((text) => [text, native.test(text)]));
  });

  it.each(REFUSED)('refuses %s, with the place and what to do', (_name, pattern, message) => {
    expect(refusal(pattern)).toMatch(message);
  });

  it('reads whatever it is given, or refuses it', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab\\()[]{}?*+|^$.-:<>=!,019uxpPk😀') }), (pattern) => {
        refusal(pattern);
      }),
    );
  });

  it('says the same as JavaScript of every pattern that both take', () => {
    let compared = 0;
    const patterns = fc.string({
      unit: fc.constantFrom(
        'a',
        'b',
        '1',
        '(',
        ')',
        '(?:',
        '[',
        ']',
        '^',
        '$',
        '.',
        '|',
        '*',
        '+',
        '?',
        '{2}',
        '{1,2}',
        '-',
        '\\d',
        '\\s',
        '\\S',
        '\\w',
        '\\b',
        '\\.',
        ' ',
        '[^',
        '😀',
      ),
      maxLength: 12,
    });
    const texts = fc.array(
      fc.string({
        unit: fc.constantFrom('a', 'b', '1', ' ', '-', '.', '\n', '\u00a0', '\u2028', '😀', '^'),
        maxLength: 6,
      }),
      { minLength: 4, maxLength: 4 },
    );
    fc.assert(
      fc.property(patterns, texts, (pattern, some) => {
        const native = nativeOf(pattern);
        if (native === undefined) return;
        const test = linear(pattern);
        for (const text of some) expect([text, test(text)]).toEqual([text, native.test(text)]);
        compared++;
      }),
      { numRuns: 5_000 },
    );
    expect(compared).toBeGreaterThan(200);
  });
});

function nativeOf(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
}
