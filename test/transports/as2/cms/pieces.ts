import type { Octets } from '../../../../src/transports/as2/spool/octets.js';

/** The same bytes in pieces of that many, for everything that reads them. */
export function inPieces(bytes: Uint8Array, size: number): Octets {
  return {
    size: bytes.length,
    async *open(start = 0, end = bytes.length) {
      for (let at = start; at < end; at += size) yield bytes.subarray(at, Math.min(at + size, end));
    },
  };
}

export async function bytesOf(octets: Octets, start?: number, end?: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of octets.open(start, end)) parts.push(part);
  return Buffer.concat(parts);
}
