import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isGzip, unpackedName, unpackGzip } from '../../../inspector/shared/unpack.js';

const blob = (...pieces: readonly Uint8Array[]): Blob => new Blob(pieces.map((piece) => new Uint8Array(piece)));
const plain = Buffer.from('ISA*00*'.repeat(10_000));
const MOST = 100_000;

describe('unpacking', () => {
  it('gives back what was packed, and knows it by its first bytes', async () => {
    const unpacked = await unpackGzip(blob(gzipSync(plain)), MOST);
    expect(unpacked.kind === 'bytes' && Buffer.from(unpacked.bytes).equals(plain)).toBe(true);
    expect([await isGzip(blob(gzipSync(plain))), await isGzip(blob(plain)), await isGzip(blob())]).toEqual([
      true,
      false,
      false,
    ]);
    expect(['a.edi.gz', 'A.EDI.GZ', 'a.edi'].map(unpackedName)).toEqual(['a.edi', 'A.EDI', 'a.edi']);
  });

  it('stops at its limit, which counts what comes out', async () => {
    expect((await unpackGzip(blob(gzipSync(Buffer.alloc(MOST))), MOST)).kind).toBe('bytes');
    expect(await unpackGzip(blob(gzipSync(Buffer.alloc(MOST + 1))), MOST)).toEqual({ kind: 'too-large' });
    const bomb = blob(gzipSync(Buffer.alloc(50_000_000)));
    expect(bomb.size).toBeLessThan(100_000);
    expect(await unpackGzip(bomb, MOST)).toEqual({ kind: 'too-large' });
  });

  it('says what is broken or cut off', async () => {
    const packed = gzipSync(plain);
    expect(await unpackGzip(blob(packed.subarray(0, packed.length - 9)), MOST)).toEqual({ kind: 'broken' });
    expect(await unpackGzip(blob(Buffer.from([0x1f, 0x8b, 1, 2, 3])), MOST)).toEqual({ kind: 'broken' });
  });
});
