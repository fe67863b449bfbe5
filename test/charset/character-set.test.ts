import { describe, expect, it } from 'vitest';
import {
  BASIC,
  type CharacterSet,
  type CharacterSetName,
  characterSet,
  createCharacterSet,
  EXTENDED,
  EXTENDED_HIPAA,
} from '../../src/charset/character-set.js';
import { isX12Error } from '../../src/model/error.js';
import { allOfUnicode } from './all-of-unicode.js';

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const BASIC_SIGNS = ' !"&\'()*+,-./:;?=';
const EXTENDED_SIGNS = '%@[]_{}\\|<>~^#$`';
const LANGUAGE = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ¡¿';

/** All members, by asking for every code point. */
function membersOf(set: CharacterSet): string {
  return sorted(
    [...allOfUnicode()].filter((codePoint) => set.has(codePoint)).map((code) => String.fromCodePoint(code)),
  );
}

function sorted(characters: Iterable<string>): string {
  return [...characters].sort().join('');
}

function codeOf(act: () => unknown): string | undefined {
  try {
    act();
  } catch (error) {
    return isX12Error(error) ? error.code : 'another error';
  }
  return undefined;
}

describe('built-in sets', () => {
  const basic = `${CAPITALS}0123456789${BASIC_SIGNS}`;
  const printable = `${basic}${CAPITALS.toLowerCase()}${EXTENDED_SIGNS}`;

  it.each([
    ['Basic', basic],
    ['ExtendedHipaa', printable],
    ['Extended', printable + LANGUAGE],
  ] as const)('%s has its table and nothing else of Unicode', (name, members) => {
    expect(membersOf(characterSet(name))).toBe(sorted(members));
  });

  it('are found by their names', () => {
    expect([BASIC, EXTENDED, EXTENDED_HIPAA].map((set) => characterSet(set.name as CharacterSetName))).toEqual([
      BASIC,
      EXTENDED,
      EXTENDED_HIPAA,
    ]);
    // As text from a command line or a file would ask.
    expect(codeOf(() => characterSet('basic' as CharacterSetName))).toBe('X12_OPTION_INVALID');
  });
});

describe('custom sets', () => {
  it('take characters and ranges, in any order and overlapping', () => {
    const set = createCharacterSet('Kana', ['ZA', [0x3041, 0x3096], [0x3090, 0x30ff], '😀']);
    expect(set.name).toBe('Kana');
    const expected = [
      'A',
      'Z',
      '😀',
      ...Array.from({ length: 0x30ff - 0x3041 + 1 }, (_, i) => String.fromCodePoint(0x3041 + i)),
    ];
    expect(membersOf(set)).toBe(sorted(expected));
    expect(membersOf(createCharacterSet('Few', 'bañ'))).toBe('abñ');
  });

  it.each([
    ['no name', '', 'A'],
    ['no member', 'X', ''],
    ['no member in a list', 'X', []],
    ['a tab', 'X', 'A\tB'],
    ['a control character of the second row', 'X', '\u0085'],
    ['DEL', 'X', '\u007f'],
    ['a range over control characters', 'X', [[0x20, 0xff]]],
    ['a lone surrogate', 'X', 'A\uD800'],
    ['a range over surrogates', 'X', [[0xd000, 0xe000]]],
    ['a range backwards', 'X', [[0x41, 0x40]]],
    ['a range beyond Unicode', 'X', [[0x41, 0x110000]]],
    ['a range of no numbers', 'X', [[Number.NaN, 0x41]]],
    ['a fraction', 'X', [[0.5, 0x41]]],
  ] as const)('refuse %s', (_, name, members) => {
    expect(codeOf(() => createCharacterSet(name, members))).toBe('X12_OPTION_INVALID');
  });
});
