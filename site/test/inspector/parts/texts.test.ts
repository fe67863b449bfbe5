import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonText, lineStarts } from '../../../inspector/shared/json-text.js';
import { elementTokens } from '../../../inspector/shared/tokens.js';
import { cutText, hidesCharacters, visibleText } from '../../../inspector/shared/visible-text.js';
import { findText } from '../../../inspector/worker/find-text.js';
import { bytesOf, textOf } from '../../../inspector/worker/segment-text.js';

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('texts', () => {
  it('makes seen what cannot be seen, at the same length', () => {
    const text = 'a\u0000\t\n\u007f\u202e\u200f\ufeffz';
    expect(visibleText(text)).toBe('a\u2400\u2409\u240a\u2421\ufffd\ufffd\ufffdz');
    expect(visibleText(text)).toHaveLength(text.length);
    expect([hidesCharacters(text), hidesCharacters('Ñandú 漢 😀')]).toEqual([true, false]);
  });

  it('cuts no character in two', () => {
    expect(cutText('ab😀c', 3)).toEqual({ text: 'ab', more: 3 });
    expect(cutText('abc', 3)).toEqual({ text: 'abc', more: 0 });
  });

  it('tells values of an element from its separators', () => {
    const delimiters = { element: '*', component: ':', repetition: '^', segment: '~' };
    const told = elementTokens('HC:99213^-1.5::', delimiters).map(({ kind, text }) => `${kind} ${text}`);
    expect(told).toEqual([
      'text HC',
      'component :',
      'number 99213',
      'repetition ^',
      'number -1.5',
      'component :',
      'component :',
    ]);
    expect(elementTokens(':', delimiters, true)).toEqual([{ kind: 'text', text: ':' }]);
  });

  it('finds text in bytes, without regard to case, on both ways', async () => {
    const bytes = encode('NM1*IL*doe~NM1*IL*DOE~');
    const find = (text: string, from: number, back = false) => findText(bytes, text, { from, back });
    expect(await find('Doe', 0)).toBe(7);
    expect(await find('Doe', 8)).toBe(18);
    expect(await find('Doe', 17, true)).toBe(7);
    expect(await find('~', bytes.length, true)).toBe(21);
    expect(await find('doe', -1, true)).toBeUndefined();
    expect([await find('roe', 0), await find('', 0), await find('x'.repeat(90), 0)]).toEqual(Array(3).fill(undefined));
  });

  it('finds what indexOf and lastIndexOf find', async () => {
    const texts = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', 'A'), maxLength });
    await fc.assert(
      fc.asyncProperty(texts(40), texts(5), fc.nat(40), fc.boolean(), async (text, wanted, from, back) => {
        const [all, part] = [text.toLowerCase(), wanted.toLowerCase()];
        const place = back ? all.lastIndexOf(part, from) : all.indexOf(part, from);
        const expected = place < 0 || part === '' ? undefined : place;
        expect(await findText(encode(text), wanted, { from, back })).toBe(expected);
      }),
    );
  });

  it('finds in one pass what almost matches everywhere', async () => {
    const bytes = encode('x'.repeat(4_000_000));
    const began = performance.now();
    for (const back of [false, true]) {
      const from = back ? bytes.length : 0;
      expect(await findText(bytes, `${'x'.repeat(999)}y`, { from, back })).toBeUndefined();
      expect(await findText(bytes, `y${'x'.repeat(999)}`, { from, back })).toBeUndefined();
    }
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it('writes a segment in the encoding that it was read in', () => {
    const latin1 = Uint8Array.from([0x41, 0xf1]);
    expect(textOf(latin1)).toBe('Añ');
    expect([...bytesOf('Bñ', latin1)]).toEqual([0x42, 0xf1]);
    expect(decode(bytesOf('B漢', latin1))).toBe('B漢');
    expect(decode(bytesOf('ñ', encode('é')))).toBe('ñ');
    expect(decode(bytesOf('ñ', encode('plain')))).toBe('ñ');
  });

  it('keeps a long text as bytes until somebody types in it', () => {
    const bytes = encode('{\n  "ñ": 1\n}');
    const text = new JsonText(bytes, lineStarts(bytes));
    expect([text.count, text.line(0)?.text, text.line(1)?.text, text.line(2)?.text, text.line(3)]).toEqual([
      3,
      '{',
      '  "ñ": 1',
      '}',
      undefined,
    ]);
    expect(text.line(1)).toBe(text.line(1));
    expect(text.replace(1, 1, ['  "ñ": 1'])).toBe(false);
    expect(text.replace(1, 1, ['  "a": 1,', '  "b": 2'])).toBe(true);
    expect(text.text).toBe('{\n  "a": 1,\n  "b": 2\n}');
    expect([new JsonText().count, new JsonText().text]).toEqual([0, '']);
  });
});
