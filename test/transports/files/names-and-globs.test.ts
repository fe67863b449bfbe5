import { describe, expect, it } from 'vitest';
import { isPlainName, isTemporaryName, numberedName, visibleName } from '../../../src/transports/files/file-names.js';
import { compileGlobs } from '../../../src/transports/files/glob.js';

describe('patterns of names', () => {
  const rows: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['*.edi', ['a.edi', '.edi', 'a.b.edi'], ['a.EDI', 'a.edi.tmp', 'edi']],
    ['a*b*c', ['abc', 'aXbYc', 'abbcc', 'abcbc'], ['ab', 'acb', 'abcd']],
    ['?.x12', ['a.x12', '日.x12', '😀.x12'], ['.x12', 'ab.x12']],
    ['[a-c]1', ['a1', 'c1'], ['d1', '1', 'ab1']],
    ['[!a-c]1', ['d1', '-1'], ['a1', '1']],
    ['[]x-]1', [']1', 'x1', '-1'], ['a1']],
    ['{270,276}-*.{edi,x12}', ['270-1.edi', '276-.x12'], ['271-1.edi', '270-1.txt']],
    ['{a,{b,c}d}', ['a', 'bd', 'cd'], ['b', 'ad', '{a,bd}']],
    ['\\*\\{', ['*{'], ['a{']],
    ['a.b', ['a.b'], ['axb']],
    ['', [''], ['a']],
    ['**', ['', 'anything'], []],
  ];
  it.each(rows)('%s fits what it should', (pattern, fitting, others) => {
    const fits = compileGlobs([pattern]);
    for (const name of fitting) expect(fits(name), name).toBe(true);
    for (const name of others) expect(fits(name), name).toBe(false);
  });

  it('fit if one of them does, and none fits nothing', () => {
    expect(compileGlobs(['a*', 'b*'])('bx')).toBe(true);
    expect(compileGlobs([])('a')).toBe(false);
  });

  it('take no long time over a name that nearly fits', () => {
    // By the number of its ways it would not end within the time that a test has.
    expect(compileGlobs([`${'a*'.repeat(100)}b`])('a'.repeat(4000))).toBe(false);
  });

  it('are refused where they are not whole, or stand for too many', () => {
    for (const pattern of ['[a', '{a', '{a,{b}', `${'{a,b}'.repeat(10)}`]) {
      expect(() => compileGlobs([pattern])).toThrow(expect.objectContaining({ code: 'X12_OPTION_INVALID' }));
    }
  });
});

describe('names', () => {
  it('of a file are plain', () => {
    for (const name of ['a', '...', ' ', 'é'.repeat(127), 'x'.repeat(255)]) expect(isPlainName(name), name).toBe(true);
    for (const name of ['', '.', '..', 'a/b', 'a\\b', '\0', 'a\n', '\u009b', 'é'.repeat(128), 'x'.repeat(256)]) {
      expect(isPlainName(name), name).toBe(false);
    }
  });

  it('under which files are not whole yet are known', () => {
    const temporary = [
      '.tmp-1f',
      'a.edi.tmp',
      'a.EDI.PART',
      'a.filepart',
      '.in.a.edi.',
      '.a.edi.Xy12Zz',
      '~$a',
      'a.writing',
    ];
    for (const name of temporary) expect(isTemporaryName(name), name).toBe(true);
    for (const name of ['a.edi', 'tmp', 'a.tmp.edi', '.a.edi', 'a.x12'])
      expect(isTemporaryName(name), name).toBe(false);
  });

  it('are numbered before the ending', () => {
    expect(numberedName('a.edi', 1)).toBe('a.edi');
    expect(numberedName('a.b.edi', 2)).toBe('a.b-2.edi');
    expect(numberedName('a', 3)).toBe('a-3');
    expect(numberedName('.edi', 4)).toBe('.edi-4');
    expect(() => numberedName('x'.repeat(255), 2)).toThrow(expect.objectContaining({ code: 'X12_TRANSPORT_REFUSED' }));
  });

  it('that a hostile server lists are shown without what steers a terminal', () => {
    expect(visibleName('a\u001b[2Jb\u009bc\n')).toBe('a\\u001b[2Jb?c\\n');
    expect(visibleName('plain.edi')).toBe('plain.edi');
  });
});
