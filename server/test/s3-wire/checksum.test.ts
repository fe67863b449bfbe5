import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allSteps } from '../../src/heavy-turns.js';
import { announcedChecksum, type ChecksumAlgorithm, runningChecksum } from '../../src/s3-wire/checksums/checksum.js';
import { joinedChecksum } from '../../src/s3-wire/checksums/joined-checksum.js';

function sum(algorithm: ChecksumAlgorithm, ...pieces: readonly Uint8Array[]): string {
  const running = runningChecksum(algorithm);
  for (const piece of pieces) running.update(piece);
  return Buffer.from(running.digest(), 'base64').toString('hex');
}

// The check values of the catalogue of CRCs, and of FIPS 180: of "123456789" and "abc".
it.each([
  ['crc32', '123456789', 'cbf43926'],
  ['crc32c', '123456789', 'e3069283'],
  ['crc64nvme', '123456789', 'ae8b14860a799888'],
  ['sha1', 'abc', 'a9993e364706816aba3e25717850c26c9cd0d89d'],
  ['sha256', 'abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
] as const)('%s is the one of the catalogue', (algorithm, text, expected) => {
  expect(sum(algorithm, Buffer.from(text))).toBe(expected);
});

/** Bit by bit, as the catalogue of CRCs defines it. */
function crcBitByBit(bytes: Uint8Array, bits: bigint, polynomial: bigint): string {
  const ones = (1n << bits) - 1n;
  let crc = ones;
  for (const byte of bytes) {
    crc ^= BigInt(byte);
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1n) === 1n ? (crc >> 1n) ^ polynomial : crc >> 1n;
  }
  return (crc ^ ones).toString(16).padStart(Number(bits) / 4, '0');
}

it.each([
  ['crc32', 32n, 0xedb88320n],
  ['crc32c', 32n, 0x82f63b78n],
  ['crc64nvme', 64n, 0x9a6c9329ac4bc9b5n],
] as const)('%s is that of its definition, of any bytes wherever they begin', (algorithm, bits, polynomial) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat({ max: 9 }), (bytes, from) => {
      const behind = bytes.subarray(from);
      expect(sum(algorithm, behind)).toBe(crcBitByBit(behind, bits, polynomial));
    }),
  );
});

/** What a checksum takes that goes from byte to byte; the figure itself is none. */
function byteByByte(bytes: Uint8Array): number {
  const table = Int32Array.from({ length: 256 }, (_, at) => at * 0x01010101);
  let crc = 0;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return crc;
}

it.each([['crc32c'], ['crc64nvme']] as const)('%s takes several bytes in one step', (algorithm) => {
  const bytes = new Uint8Array(8 * 1024 * 1024).fill(0x61);
  // The best of some, as others work on this machine meanwhile.
  const best = (work: () => unknown): number =>
    Math.min(
      ...Array.from({ length: 8 }, () => {
        const begun = performance.now();
        work();
        return performance.now() - begun;
      }),
    );
  expect(best(() => sum(algorithm, bytes))).toBeLessThan(best(() => byteByByte(bytes)) / 2);
});

it('is the same of a whole and of its pieces', () => {
  fc.assert(
    fc.property(
      fc.uint8Array(),
      fc.nat(),
      fc.constantFrom('crc32', 'crc32c', 'crc64nvme', 'sha1', 'sha256'),
      (bytes, at, algorithm) => {
        const cut = at % (bytes.length + 1);
        expect(sum(algorithm, bytes.subarray(0, cut), bytes.subarray(cut))).toBe(sum(algorithm, bytes));
      },
    ),
  );
});

it('of a whole is made of those of its parts', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 50 }), { minLength: 1, maxLength: 6 }),
      fc.constantFrom('crc32', 'crc32c', 'crc64nvme'),
      (parts, algorithm) => {
        const of = (bytes: Uint8Array) => Buffer.from(sum(algorithm, bytes), 'hex').toString('base64');
        const summed = parts.map((part) => ({ checksum: of(part), size: part.length }));
        expect(allSteps(joinedChecksum(algorithm, summed))).toBe(of(Buffer.concat(parts)));
      },
    ),
  );
  expect(allSteps(joinedChecksum('sha256', []))).toBeUndefined();
});

it('of a whole of ten thousand parts of as many sizes rests now and then, so that others have their turn', () => {
  const parts = Array.from({ length: 10_000 }, (_, size) => ({ checksum: 'pcXFxaXFxcU=', size }));
  const work = joinedChecksum('crc64nvme', parts);
  let rests = 0;
  while (work.next().done !== true) rests++;
  expect(rests).toBeGreaterThan(100);
});

it('is announced once, in base64, and of a kind that is known', () => {
  const of = (headers: Record<string, string>) => announcedChecksum(new Map(Object.entries(headers)));
  expect(of({ 'x-amz-checksum-crc32': 'y/Q5Jg==', 'x-amz-checksum-type': 'FULL_OBJECT' })).toEqual({
    algorithm: 'crc32',
    value: 'y/Q5Jg==',
  });
  expect(of({ 'x-amz-trailer': 'x-amz-checksum-crc64nvme' })).toEqual({ algorithm: 'crc64nvme', value: undefined });
  expect(of({})).toBeUndefined();
  for (const headers of [
    { 'x-amz-checksum-crc32': 'y/Q5' },
    { 'x-amz-checksum-crc32': 'y/Q5Jg' },
    { 'x-amz-checksum-md4': 'y/Q5Jg==' },
    { 'x-amz-checksum-crc32': 'y/Q5Jg==', 'x-amz-trailer': 'x-amz-checksum-sha1' },
    { 'x-amz-trailer': 'x-amz-meta-a' },
    { 'x-amz-trailer': 'x-amz-checksum-constructor' },
  ]) {
    expect(() => of(headers)).toThrow(expect.objectContaining({ code: 'InvalidRequest' }));
  }
});
