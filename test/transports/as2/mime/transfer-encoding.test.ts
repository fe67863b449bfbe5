import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase64 } from '../../../../src/transports/as2/mime/base64.js';
import { withCrlf } from '../../../../src/transports/as2/mime/line-ends.js';
import {
  decodeTransfer,
  parseTransferEncoding,
  type TransferEncoding,
} from '../../../../src/transports/as2/mime/transfer-encoding.js';
import { createMemorySpool } from '../../../../src/transports/as2/spool/memory-spool.js';
import { octetsOf, sliceOctets } from '../../../../src/transports/as2/spool/octets.js';
import { bytesOf, cutOctets, latin1, textOf } from '../octets-cut.js';

async function decoded(text: string, encoding: TransferEncoding, chunkBytes = 1000, maxBytes = 1e6): Promise<string> {
  return textOf(
    await decodeTransfer(cutOctets(latin1(text), chunkBytes), encoding, { spool: createMemorySpool(), maxBytes }),
  );
}

describe('transfer encodings', () => {
  it('are named in any case; 7bit where none is', () => {
    expect(parseTransferEncoding(undefined)).toBe('7bit');
    expect(parseTransferEncoding('BASE64 (really)')).toBe('base64');
    expect(() => parseTransferEncoding('x-uuencode')).toThrowError(expect.objectContaining({ code: 'unsupported' }));
  });

  it('leave the same octets for 7bit, 8bit and binary', async () => {
    const octets = octetsOf(latin1('a\n\xff\0'));
    for (const encoding of ['7bit', '8bit', 'binary'] as const) {
      expect(await decodeTransfer(octets, encoding, { spool: createMemorySpool(), maxBytes: 1 })).toBe(octets);
    }
  });

  it('base64 is written as node:crypto and mail do, sliced anywhere, and read back in any chunks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.integer({ min: 1, max: 90 }),
        fc.nat(600),
        fc.nat(600),
        async (bytes, cut, from, to) => {
          const encoded = encodeBase64(cutOctets(bytes, cut));
          const text = await textOf(encoded);
          expect(text).toBe(
            (
              Buffer.from(bytes)
                .toString('base64')
                .match(/.{1,76}/g) ?? []
            ).join('\r\n'),
          );
          expect(encoded.size).toBe(text.length);
          const [start, end] = [Math.min(from, to, text.length), Math.min(Math.max(from, to), text.length)];
          expect(await textOf(sliceOctets(encoded, start, end))).toBe(text.slice(start, end));
          expect(await decoded(text, 'base64', cut)).toBe(Buffer.from(bytes).toString('latin1'));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('base64 that is none is refused', async () => {
    for (const wrong of ['A', 'AB', 'ABC', 'AB=', 'AB==CD==', 'AB*=', '=', 'ABCD=', 'ABC==']) {
      await expect(decoded(wrong, 'base64', 1), wrong).rejects.toMatchObject({ code: 'malformed' });
    }
    await expect(decoded('QUJDRA==', 'base64', 100, 3)).rejects.toMatchObject({ code: 'too-large' });
  });

  it.each([1, 2, 3, 1000])('quoted-printable: soft lines, escapes, spaces at ends, in chunks of %i', async (chunk) => {
    expect(await decoded('a=3Db=\r\nc \t\r\n=e9=\nd\n=20', 'quoted-printable', chunk)).toBe('a=bc\r\n\xe9d\n ');
    await expect(decoded('a=3', 'quoted-printable', chunk)).rejects.toMatchObject({ code: 'malformed' });
    await expect(decoded('a=xyz', 'quoted-printable', chunk)).rejects.toMatchObject({ code: 'malformed' });
  });

  it('bare LF becomes CRLF, and what has none is left', async () => {
    for (const chunk of [1, 2, 100]) {
      const octets = await withCrlf(cutOctets(latin1('\na\r\nb\n\nc\r'), chunk));
      expect(octets && (await textOf(octets))).toBe('\r\na\r\nb\r\n\r\nc\r');
      expect(octets?.size).toBe(12);
      expect(octets && (await bytesOf(sliceOctets(octets, 1, 3))).toString()).toBe('\na');
    }
    expect(await withCrlf(octetsOf(latin1('a\r\nb')))).toBeUndefined();
  });
});
