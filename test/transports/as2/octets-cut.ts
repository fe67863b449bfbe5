import { type Octets, octetsOf } from '../../../src/transports/as2/spool/octets.js';

/** Octets that come in chunks of a given size, as they do from a file or a socket. */
export function cutOctets(bytes: Uint8Array, chunkBytes: number): Octets {
  const whole = octetsOf(bytes);
  return {
    size: whole.size,
    async *open(start = 0, end = whole.size) {
      for (let at = start; at < end; at += chunkBytes) {
        yield new Uint8Array(bytes.subarray(at, Math.min(end, at + chunkBytes)));
      }
    },
  };
}

export const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

export async function bytesOf(octets: Octets): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of octets.open()) parts.push(chunk.slice());
  return Buffer.concat(parts);
}

export async function textOf(octets: Octets): Promise<string> {
  return (await bytesOf(octets)).toString('latin1');
}
