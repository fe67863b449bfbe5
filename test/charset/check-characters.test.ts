import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BASIC, EXTENDED } from '../../src/charset/character-set.js';
import { checkCharacters } from '../../src/charset/check-characters.js';
import { DEFAULT_DELIMITERS } from '../../src/model/delimiters.js';
import { allOfUnicode } from './all-of-unicode.js';

describe('checkCharacters', () => {
  it('finds every offending character, with name and offset', () => {
    expect(checkCharacters('PEñA 😀~X\uD83D', EXTENDED, DEFAULT_DELIMITERS)).toEqual([
      { codePoint: 0x1f600, name: 'U+1F600', offset: 5, delimiter: false },
      { codePoint: 0x7e, name: 'U+007E', offset: 7, delimiter: true },
      { codePoint: 0xd83d, name: 'U+D83D', offset: 9, delimiter: false },
    ]);
    expect(checkCharacters('PEñA', BASIC).map(({ name, offset }) => `${name} ${offset}`)).toEqual(['U+00F1 2']);
  });

  it('takes a delimiter in use for wrong although the set has it, and only then', () => {
    expect(checkCharacters('A*B', BASIC)).toEqual([]);
    expect(checkCharacters('A*B:C', BASIC, DEFAULT_DELIMITERS).map(({ name }) => name)).toEqual(['U+002A']);
    const without = { element: '*', component: ':', segment: '\n' };
    expect(checkCharacters('^:\n', EXTENDED, without).map(({ offset, delimiter }) => [offset, delimiter])).toEqual([
      [1, true],
      [2, true],
    ]);
  });

  it('agrees with the set on all of Unicode', () => {
    const wrong = [...allOfUnicode()].filter((codePoint) => {
      const found = checkCharacters(String.fromCodePoint(codePoint), EXTENDED);
      return EXTENDED.has(codePoint) ? found.length > 0 : found[0]?.codePoint !== codePoint || found.length !== 1;
    });
    expect(wrong).toEqual([]);
  });

  it('finds in a text what it finds in its characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const found = checkCharacters(text, BASIC, DEFAULT_DELIMITERS);
        expect(found.every(({ offset, codePoint }) => text.codePointAt(offset) === codePoint)).toBe(true);
        const single = [...text].filter(
          (character) => checkCharacters(character, BASIC, DEFAULT_DELIMITERS).length > 0,
        );
        expect(found.map(({ codePoint }) => String.fromCodePoint(codePoint))).toEqual(single);
      }),
    );
  });
});
