import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CmsError } from '../../../../src/transports/as2/cms/cms-error.js';
import { context, Fields, readDer, readOid, stringOctets, TAG } from '../../../../src/transports/as2/cms/der.js';
import { OID } from '../../../../src/transports/as2/cms/oids.js';
import {
  der,
  derHeader,
  derOctetString,
  derOid,
  derSequence,
  derSetOf,
  derSmallInteger,
  derTime,
  derUnsigned,
} from '../../../../src/transports/as2/cms/write-der.js';

const malformed = expect.objectContaining({ code: 'malformed' });

describe('DER', () => {
  it('is written as it is read', () => {
    const octets = Uint8Array.from({ length: 300 }, (_, i) => i);
    const node = readDer(derSequence(derSmallInteger(5), derOctetString(octets), der(context(0), derOid(OID.rsaPss))));
    const fields = new Fields(node);
    expect(fields.take(TAG.integer).content).toEqual(Uint8Array.of(5));
    expect(fields.takeIf(TAG.oid)).toBeUndefined();
    expect(stringOctets(fields.take(TAG.octetString))).toEqual(octets);
    expect(readOid(new Fields(fields.take(context(0))).take(TAG.oid))).toBe(OID.rsaPss);
    expect(fields.takeAny()).toBeUndefined();
  });

  it('object identifiers come back, each of them', () => {
    for (const oid of [...Object.values(OID), '2.999.3', '0.9.2342.19200300', '1.39.4294967296']) {
      expect(readOid(readDer(derOid(oid)))).toBe(oid);
    }
  });

  it.each([
    [0, '3000'],
    [127, '307f'],
    [128, '308180'],
    [65_536, '3083010000'],
    [2 ** 40, '3086010000000000'],
  ])('a length of %d is written in the fewest bytes', (length, hex) => {
    expect(Buffer.from(derHeader(TAG.sequence, length)).toString('hex')).toBe(hex);
  });

  it('numbers keep their sign bit clear, sets are sorted, years from 2050 on have four digits', () => {
    expect(derUnsigned(Uint8Array.of(0, 0, 200))).toEqual(Uint8Array.of(2, 2, 0, 200));
    expect(derUnsigned(Uint8Array.of(0))).toEqual(Uint8Array.of(2, 1, 0));
    expect(derSetOf([derSmallInteger(9), derSmallInteger(3)])).toEqual(Uint8Array.of(0x31, 6, 2, 1, 3, 2, 1, 9));
    const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes.subarray(2));
    expect(text(derTime(new Date('2049-12-31T23:59:59.999Z')))).toBe('491231235959Z');
    expect(text(derTime(new Date('2050-01-01T00:00:00Z')))).toBe('20500101000000Z');
  });
});

describe('BER', () => {
  it('reads indefinite lengths and strings in pieces', () => {
    const node = readDer(hex('30 80 24 80 04 02 6162 24 03 04 01 63 00 00 02 01 07 00 00'));
    expect(node.children.map(({ tag }) => tag)).toEqual([0x24, 2]);
    const [string] = node.children;
    expect(string && new TextDecoder().decode(stringOctets(string))).toBe('abc');
    expect(node.bytes.length).toBe(20);
  });

  it('leaves alone what follows', () => {
    expect(readDer(hex('02 01 07 ff ff')).bytes).toEqual(hex('02 01 07'));
  });

  it.each([
    ['nothing', ''],
    ['half a header', '30'],
    ['half a length', '30 82 01'],
    ['a content that is not there', '04 05 01'],
    ['a child beyond its parent', '30 03 04 05 01 02 03 04 05'],
    ['an indefinite primitive', '04 80 01 00 00'],
    ['no end mark', '30 80 02 01 01'],
    ['half an end mark', '30 80 02 01 01 00'],
    ['an end mark in a definite length', '30 02 00 00'],
    ['a length of more bytes than limits allow', '04 87 01 00 00 00 00 00 00'],
    ['a length that the standard reserves', '04 ff'],
    ['a tag number of more bytes', '1f 81 01 00'],
  ])('refuses %s', (_, text) => {
    expect(() => readDer(hex(text))).toThrow(malformed);
  });

  it('refuses depth and number beyond its limits, quickly', () => {
    const deep = new Uint8Array(200_000).fill(0x30);
    for (let i = 1; i < deep.length; i += 2) deep[i] = 0x80;
    expect(() => readDer(deep)).toThrow(/nested too deeply/);
    expect(() => readDer(derSequence(new Uint8Array(100_000).fill(5).map((byte, i) => (i % 2 ? 0 : byte))))).toThrow(
      /too many elements/,
    );
  });

  it('ends in a node or in CmsError, whatever comes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          return readDer(bytes).bytes.length <= bytes.length;
        } catch (error) {
          return error instanceof CmsError && error.code === 'malformed';
        }
      }),
    );
  });
});

function hex(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));
}
