import { describe, expect, it } from 'vitest';
import { DEFAULT_DELIMITERS } from '../../src/model/delimiters.js';
import { isDelimiterByte } from '../../src/syntax/byte-classes.js';
import { chooseDelimiters } from '../../src/syntax/delimiters.js';
import { utf8 } from '../../src/syntax/encoding.js';

describe('chooseDelimiters', () => {
  it('keeps what does not occur in the data', () => {
    expect(chooseDelimiters(['PLAIN', 'a:b'], DEFAULT_DELIMITERS)).toEqual(DEFAULT_DELIMITERS);
  });

  it('replaces only what occurs, by something that occurs nowhere', () => {
    const chosen = chooseDelimiters(['a~b', 'c^|'], DEFAULT_DELIMITERS);
    expect(chosen).toMatchObject({ element: '*', component: '>' });
    expect(new Set(Object.values(chosen)).size).toBe(4);
    for (const character of [chosen.segment, chosen.repetition ?? '']) expect('~^|*>').not.toContain(character);
  });

  it('chooses no repetition separator where none is wanted', () => {
    expect(chooseDelimiters(['*'], { element: '*', component: ':', segment: '~' })).not.toHaveProperty('repetition');
  });

  it('gives control characters when all punctuation is used, and an error when those are too', () => {
    const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');
    const chosen = chooseDelimiters([printable], DEFAULT_DELIMITERS);
    for (const character of Object.values(chosen)) expect(character.charCodeAt(0)).toBeLessThan(0x20);
    const everything = Array.from({ length: 128 }, (_, i) => String.fromCharCode(i)).join('');
    expect(() => chooseDelimiters([everything], DEFAULT_DELIMITERS)).toThrow(/occurs in the data/);
  });
});

describe('isDelimiterByte', () => {
  it('is true for punctuation and the control characters set aside, and nothing else', () => {
    const legal = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => isDelimiterByte(byte, utf8));
    const controls = legal.filter((byte) => byte < 0x20);
    expect(controls).toEqual([1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 17, 18, 19, 20, 21, 22, 23, 28, 29, 30, 31]);
    const printable = legal.filter((byte) => byte >= 0x20).map((byte) => String.fromCharCode(byte));
    expect(printable.join('')).toBe('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~');
  });
});
