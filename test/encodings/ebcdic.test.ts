import { describe, expect, it } from 'vitest';
import { decodeEbcdic, type EbcdicCodePage, ebcdicTable, encodeEbcdic } from '../../src/encodings/ebcdic.js';
import { decodeLatin1, latin1 } from '../../src/syntax/encoding.js';
import { segmentsOf } from '../../src/syntax/segment.js';
import { tokenize } from '../../src/syntax/tokenize.js';
import { interchange } from '../syntax/interchange-text.js';
import { bytesOf } from '../syntax/split.js';

const pages: readonly EbcdicCodePage[] = ['cp037', 'cp1047'];
const letters = (from: number, count: number): number[] => Array.from({ length: count }, (_, i) => from + i);

describe('EBCDIC tables', () => {
  it.each(pages)('%s is a permutation with the letters, digits and marks at their well-known bytes', (page) => {
    const table = ebcdicTable(page);
    expect([...table].sort((a, b) => a - b)).toEqual(letters(0, 256));
    const at = (bytes: readonly number[]): string => String.fromCharCode(...bytes.map((byte) => table[byte] ?? 0));
    expect(at([...letters(0xc1, 9), ...letters(0xd1, 9), ...letters(0xe2, 8)])).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    expect(at([...letters(0x81, 9), ...letters(0x91, 9), ...letters(0xa2, 8)])).toBe('abcdefghijklmnopqrstuvwxyz');
    expect(at(letters(0xf0, 10))).toBe('0123456789');
    expect(at([0x40, 0x4b, 0x4c, 0x4d, 0x4e, 0x4f, 0x50, 0x5a, 0x5b, 0x5c, 0x5d, 0x5e])).toBe(' .<(+|&!$*);');
    expect(at([0x60, 0x61, 0x6b, 0x6c, 0x6d, 0x6e, 0x6f, 0x79, 0x7a, 0x7b, 0x7c, 0x7d, 0x7e, 0x7f])).toBe(
      '-/,%_>?`:#@\'="',
    );
    expect(at([0xa1, 0xc0, 0xd0, 0xe0, 0x4a, 0x25, 0x15, 0x0d, 0x05])).toBe('~{}\\¢\n\u0085\r\t');
  });

  it('tells the two pages apart in six places', () => {
    const [a, b] = [ebcdicTable('cp037'), ebcdicTable('cp1047')];
    const different = letters(0, 256).filter((byte) => a[byte] !== b[byte]);
    expect(different).toEqual([0x5f, 0xad, 0xb0, 0xba, 0xbb, 0xbd]);
    expect(String.fromCharCode(...different.map((byte) => a[byte] ?? 0))).toBe('¬Ý^[]¨');
    expect(String.fromCharCode(...different.map((byte) => b[byte] ?? 0))).toBe('^[¬Ý¨]');
  });
});

describe('decodeEbcdic', () => {
  it.each(pages)('makes %s input readable, BIN lengths and all', async (page) => {
    const text = interchange(['N3*É', 'BIN*4*~\xff*~'], {}, '\n');
    const read: string[] = [];
    const source = decodeEbcdic(encodeEbcdic(bytesOf(text), page), page);
    for await (const batch of tokenize(source, { encoding: latin1 })) {
      expect(batch.findings).toEqual([]);
      for (const segment of segmentsOf(batch)) read.push(segment.raw);
    }
    expect(read.slice(1)).toEqual(['N3*É', 'BIN*4*~\xff*~', 'IEA*0*000000001']);
  });

  it('takes both line ends for LF, in every chunk', async () => {
    const chunks: string[] = [];
    for await (const chunk of decodeEbcdic([Uint8Array.of(0xc1, 0x15), Uint8Array.of(0x25, 0xc2)])) {
      chunks.push(decodeLatin1(chunk));
    }
    expect(chunks).toEqual(['A\n', '\nB']);
  });
});
