import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodingNamed } from '../../src/encodings/encoding-named.js';
import { isDelimiterByte } from '../../src/syntax/byte-classes.js';
import { checkDelimiters, chooseDelimiters } from '../../src/syntax/delimiters.js';
import { ascii, latin1, utf8 } from '../../src/syntax/encoding.js';
import { readIsa } from '../../src/syntax/read-isa.js';
import { SegmentWriter } from '../../src/syntax/segment-writer.js';
import { interchange, isa } from './interchange-text.js';
import { describeBothScans } from './scan/both-scans.js';
import { bytesOf, cutAt, read, readChunks, readEveryWay } from './split.js';

const DELIMITERS = { element: '\xa7', component: '\xa6', repetition: '\xac', segment: '\x85' };
const PARTS = { element: '\xa7', component: '\xa6', isa11: '\xac', terminator: '\x85' };

describeBothScans('delimiters above 0x7F', () => {
  it('are read where the encoding has a character for each byte', () => {
    const text = interchange(['REF*1\xa62\xac3*J\xfcrgen', 'NTE**\xa7', 'N3*a'], PARTS, '\r\n');
    const [whole, ...others] = readEveryWay(text, { encoding: latin1 });
    for (const other of others) expect(other).toEqual(whole);
    expect(whole).toMatchObject({ error: undefined, findings: [] });
    expect(whole?.openings[0]).toMatchObject({ delimiters: DELIMITERS, newline: '\r\n' });
    expect(whole?.openings[0]?.isa[15]).toBe('\xa6');
    expect(whole?.segments.slice(1, -1).map(({ elements }) => elements)).toEqual([
      ['REF', '1\xa62\xac3', 'J\xfcrgen'],
      ['NTE', '', '', ''],
      ['N3', 'a'],
    ]);
    expect(whole?.segments[3]?.raw).toBe('N3\xa7a');
  });

  it.each<[string, object]>([
    ['each of them alone, the element separator', { element: '\xa7' }],
    ['the component separator', { component: '\xff' }],
    ['the repetition separator', { isa11: '\x80' }],
    ['the terminator', { terminator: '\xc2' }],
    // Together these would be one character of UTF-8.
    ['two that UTF-8 takes for one character', { element: '\xc2', component: '\xa7' }],
  ])('are read as %s', (_name, parts) => {
    const { component = ':', isa11 = '^' } = parts as { component?: string; isa11?: string };
    const text = interchange([`REF*${component}*${isa11}x`, 'N3*a**b'], parts);
    for (const reading of readEveryWay(text, { encoding: latin1 })) {
      expect(reading).toMatchObject({ error: undefined, findings: [] });
      expect(reading.segments[1]?.elements).toEqual(['REF', component, `${isa11}x`]);
      expect(reading.segments[2]?.elements).toEqual(['N3', 'a', '', 'b']);
    }
    expect(read(text).error ?? read(text).findings[0]?.reason).toMatch(
      /X12_DELIMITERS_INVALID|isa-repetition-separator/,
    );
  });

  it('give the same for every cut', () => {
    const soup = fc.array(
      fc.constantFrom('\x85', '\xa7', '\xa6', '\xac', 'N3', '\xe9', '\r\n', ' ', 'IEA\xa7', isa(PARTS)),
    );
    fc.assert(
      fc.property(soup, fc.array(fc.nat(900), { maxLength: 8 }), (tail, cuts) => {
        const bytes = bytesOf(isa(PARTS) + tail.join(''));
        expect(readChunks(cutAt(bytes, cuts), { encoding: latin1 })).toEqual(read(bytes, { encoding: latin1 }));
      }),
    );
  });

  it('frame the octets of a binary segment', () => {
    const octets = `${isa(PARTS)}BIN\xa73\xa7\x85\xa7~\x85N3\xa7a\x85IEA\xa70\xa7000000001\x85`;
    for (const reading of readEveryWay(octets, { encoding: latin1 })) {
      expect(reading.segments.map(({ elements }) => elements).slice(1, 3)).toEqual([
        ['BIN', '3', '\x85\xa7~'],
        ['N3', 'a'],
      ]);
    }
  });

  it('are refused by UTF-8, ASCII and encodings with another character there', async () => {
    const bytes = bytesOf(isa(PARTS));
    expect(readIsa(bytes, { final: true, encoding: latin1 }).kind).toBe('header');
    for (const encoding of [undefined, utf8, ascii, await encodingNamed('cp437'), await encodingNamed('euc-jp')])
      expect(readIsa(bytes, { final: true, encoding })).toEqual({ kind: 'refused', reason: 'isa-element-separator' });
    const windows = await encodingNamed('windows-1252');
    expect([0x85, 0xa7].map((byte) => isDelimiterByte(byte, windows))).toEqual([false, true]);
  });

  it('are written where they are read, and never into a value', () => {
    const writer = new SegmentWriter({ delimiters: DELIMITERS, encoding: latin1 });
    writer.begin('N3');
    writer.nextElement();
    expect(['a\xa7', '\xe9\xa6', '\x85'].map((text) => writer.value(text))).toEqual([false, false, false]);
    expect(writer.value('\xe9')).toBe(true);
    expect(writer.close()).toEqual(bytesOf('N3\xa7\xe9\x85'));
    // The same delimiters were right a moment ago, in another encoding.
    expect(() => new SegmentWriter({ delimiters: DELIMITERS })).toThrow('delimiter must be one ASCII character');
    expect(() => checkDelimiters({ ...DELIMITERS, segment: '\u0185' }, latin1)).toThrow('segment delimiter');
  });

  it('are chosen anew where the data have them', () => {
    expect(chooseDelimiters(['a\xa7b'], DELIMITERS, latin1)).toEqual({ ...DELIMITERS, element: '^' });
    expect(() => chooseDelimiters([], DELIMITERS)).toThrow('one ASCII character');
  });
});
