import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ascii, decodeLatin1, latin1, utf8 } from '../../src/syntax/encoding.js';

describe('built-in encodings', () => {
  it('utf8 is fatal both ways and keeps a byte order mark inside data', () => {
    expect(utf8.decode(Uint8Array.of(0xff))).toBeUndefined();
    expect(utf8.encode('a\ud800')).toBeUndefined();
    expect(utf8.encode('\udc00a')).toBeUndefined();
    expect(utf8.decode(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41))).toBe('\uFEFFA');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(utf8.decode(utf8.encode(text) ?? Uint8Array.of(0xff))).toBe(text);
      }),
    );
  });

  it('latin1 maps every byte to the character of the same number', () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect(latin1.decode(all)).toBe(String.fromCharCode(...all));
    expect(latin1.encode(String.fromCharCode(...all))).toEqual(all);
    expect(latin1.encode('€')).toBeUndefined();
    expect(decodeLatin1(new Uint8Array(100_000).fill(0x93))).toBe('\u0093'.repeat(100_000));
  });

  it('ascii refuses what is above', () => {
    expect(ascii.decode(Uint8Array.of(0x41))).toBe('A');
    expect(ascii.decode(Uint8Array.of(0x80))).toBeUndefined();
    expect(ascii.encode('é')).toBeUndefined();
  });
});
