import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/create-engine.js';
import { EnvelopeWriter } from '../../src/envelope/envelope-writer.js';
import { readInterchanges } from '../../src/envelope/read-interchanges.js';
import { DEFAULT_DELIMITERS } from '../../src/model/delimiters.js';
import { ascii, decodeLatin1, type Encoding, latin1, utf8 } from '../../src/syntax/encoding.js';
import { readIsa } from '../../src/syntax/read-isa.js';
import { SegmentWriter } from '../../src/syntax/segment-writer.js';
import { tokenize } from '../../src/syntax/tokenize.js';

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

describe.each<[string, unknown]>([
  ['a name', 'latin1'],
  ['a number', 7],
  ['an object', {}],
  ['half of one', { name: 'x', decode: () => '' }],
])('%s in place of an encoding', (_, given) => {
  const encoding = given as Encoding; // wrong on purpose
  const engine = createEngine({ guides: [] });
  const input = [new Uint8Array(0)];
  const header = { senderQualifier: 'ZZ', senderId: 'A', receiverQualifier: 'ZZ', receiverId: 'B' };
  const isa = { ...header, authorizationInformationQualifier: '00', securityQualifier: '00', date: '2026-01-31' };
  const whole = { ...isa, time: '09:30', controlVersionNumber: '00501', controlNumber: '000000001' };
  const complete = { ...whole, acknowledgmentRequestedCode: '0', usageIndicatorCode: 'T' };
  it.each<[string, () => unknown]>([
    ['parse', () => engine.parse(input, { encoding })],
    ['validate', () => engine.validate(input, { encoding })],
    ['acknowledge', () => engine.acknowledge(input, { encoding })],
    ['stream', () => engine.stream(input, { encoding }).next()],
    ['trace', () => engine.trace(input, { encoding }).next()],
    ['tokenize', () => tokenize(input, { encoding }).next()],
    ['readInterchanges', () => readInterchanges(input, { encoding }).next()],
    ['readIsa', () => readIsa(new Uint8Array(0), { final: true, encoding })],
    ['createEngine', () => createEngine({ guides: [], encodings: [encoding] })],
    ['SegmentWriter', () => new SegmentWriter({ delimiters: DEFAULT_DELIMITERS, encoding })],
    ['EnvelopeWriter', () => new EnvelopeWriter().beginInterchange(complete, { encoding })],
  ])('%s refuses it, and says what to give', async (_verb, call) => {
    const message = /utf8, latin1 or ascii.*encodingNamed/;
    await expect((async () => call())()).rejects.toMatchObject({
      code: 'X12_OPTION_INVALID',
      message: expect.stringMatching(message),
    });
  });
});
