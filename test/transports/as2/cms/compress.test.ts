import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CmsError } from '../../../../src/transports/as2/cms/cms-error.js';
import { compress } from '../../../../src/transports/as2/cms/compress.js';
import { decompress } from '../../../../src/transports/as2/cms/decompress.js';
import { context } from '../../../../src/transports/as2/cms/der.js';
import { OID } from '../../../../src/transports/as2/cms/oids.js';
import {
  der,
  derOctetString,
  derOid,
  derSequence,
  derSmallInteger,
} from '../../../../src/transports/as2/cms/write-der.js';
import { createMemorySpool } from '../../../../src/transports/as2/spool/memory-spool.js';
import type { Spool } from '../../../../src/transports/as2/spool/octets.js';
import { asBer } from './ber.js';
import { bytesOf, inPieces } from './pieces.js';

const spool = createMemorySpool();

async function decompressed(bytes: Uint8Array, { pieces = 100, maxBytes = 1e8, maxRatio = 250 } = {}) {
  return bytesOf(await decompress(inPieces(bytes, pieces), { spool, maxBytes, maxRatio }));
}

describe('compress and decompress', () => {
  it.each([0, 1, 16, 100_000])('agree on %d bytes, in DER and BER', async (size) => {
    const content = randomBytes(size);
    const octets = await compress(inPieces(content, 1000), { spool });
    const bytes = await bytesOf(octets);
    expect(bytes.length).toBe(octets.size);
    expect(content.equals(await decompressed(bytes, { pieces: 7 }))).toBe(true);
    expect(content.equals(await decompressed(asBer(bytes, 10), { pieces: 11 }))).toBe(true);
  });

  it('agree on every content however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 2000 }),
        fc.integer({ min: 1, max: 900 }),
        async (content, pieces) => {
          const bytes = await bytesOf(await compress(inPieces(content, pieces), { spool }));
          expect(Buffer.from(content).equals(await decompressed(bytes, { pieces }))).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('decompress', () => {
  const bomb = compressedData(deflateSync(Buffer.alloc(60 * 1024 * 1024)));

  it('stops at the number of bytes and at the ratio, before all is out', async () => {
    const counting = countingSpool();
    const attempt = (limits: { maxBytes: number; maxRatio?: number }) =>
      decompress(inPieces(bomb, 1000), { spool: counting.spool, ...limits });
    await expect(attempt({ maxBytes: 1_000_000 })).rejects.toMatchObject({ code: 'too-large' });
    expect(counting.written()).toBeLessThanOrEqual(1_000_000);
    await expect(attempt({ maxBytes: 1e9 })).rejects.toMatchObject({ code: 'too-large' });
    expect(counting.written()).toBeLessThan(10.5 * 1024 * 1024);
    expect(counting.discarded()).toBe(2);
    expect((await attempt({ maxBytes: 1e9, maxRatio: 2000 })).size).toBe(60 * 1024 * 1024);
  });

  it('tells damage, other algorithms and other structures', async () => {
    const good = deflateSync(Buffer.from('abc'));
    expect((await decompressed(compressedData(good))).toString()).toBe('abc');
    const bad = Buffer.from(good);
    bad[good.length - 1] = (good.at(-1) ?? 0) ^ 1;
    const codes = async (bytes: Uint8Array) => decompressed(bytes).catch((error: CmsError) => error.code);
    expect(await codes(compressedData(bad))).toBe('decompression-failed');
    expect(await codes(compressedData(good.subarray(0, -5)))).toBe('decompression-failed');
    expect(await codes(compressedData(new Uint8Array()))).toBe('decompression-failed');
    expect(await codes(compressedData(good, OID.data))).toBe('unsupported');
    expect(await codes(derSequence(derOid(OID.data)))).toBe('unsupported');
    expect(await codes(compressedData(good).subarray(0, -1))).toBe('malformed');
  });

  it('with any byte changed gives the content, other content or a CmsError', async () => {
    const bytes = compressedData(deflateSync(Buffer.from('ISA*00*          *00*          *ZZ')));
    for (let offset = 0; offset < bytes.length; offset++) {
      const changed = Uint8Array.from(bytes);
      changed[offset] = (changed[offset] ?? 0) ^ 0x41;
      await decompressed(changed).catch((error: unknown) => expect(error).toBeInstanceOf(CmsError));
    }
  });

  it('passes on what goes wrong outside the data', async () => {
    const full: Spool = {
      create: async () => ({
        write: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
        finish: () => Promise.reject(new Error('full')),
        discard: async () => {},
      }),
    };
    const bytes = compressedData(deflateSync(Buffer.from('abc')));
    await expect(decompress(inPieces(bytes, 9), { spool: full, maxBytes: 9 })).rejects.toMatchObject({
      code: 'ENOSPC',
    });
    await expect(compress(inPieces(bytes, 9), { spool: full })).rejects.toMatchObject({ code: 'ENOSPC' });
  });
});

function compressedData(deflated: Uint8Array, algorithm: string = OID.zlib): Uint8Array {
  const content = derSequence(derOid(OID.data), der(context(0), derOctetString(deflated)));
  const data = derSequence(derSmallInteger(0), derSequence(derOid(algorithm)), content);
  return derSequence(derOid(OID.compressedData), der(context(0), data));
}

function countingSpool() {
  let written = 0;
  let discarded = 0;
  const inner = createMemorySpool();
  const counting: Spool = {
    async create() {
      const writer = await inner.create();
      written = 0;
      return {
        write: (bytes) => {
          written += bytes.length;
          return writer.write(bytes);
        },
        finish: () => writer.finish(),
        discard: () => {
          discarded++;
          return writer.discard();
        },
      };
    },
  };
  return { spool: counting, written: () => written, discarded: () => discarded };
}
