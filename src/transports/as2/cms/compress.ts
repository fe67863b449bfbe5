import { pipeline } from 'node:stream/promises';
import { createDeflate } from 'node:zlib';
import { joinOctets, type Octets, octetsOf, type Spool } from '../spool/octets.js';
import { concat, context, TAG } from './der.js';
import { OID } from './oids.js';
import { derHeader, derOid, derSequence, derSmallInteger } from './write-der.js';

/**
 * Compresses: CompressedData of RFC 3274 in DER. The compressed octets go into the spool, as DER states their number before them.
 * @returns octets of which the spool holds the larger part until its writer is discarded.
 */
export async function compress(octets: Octets, { spool }: { readonly spool: Spool }): Promise<Octets> {
  const writer = await spool.create();
  try {
    await pipeline(
      () => octets.open(),
      createDeflate(),
      async (compressed: AsyncIterable<Uint8Array>) => {
        for await (const chunk of compressed) await writer.write(chunk);
      },
    );
    const content = await writer.finish();
    return joinOctets([octetsOf(compressedHead(content.size)), content]);
  } catch (error) {
    await writer.discard();
    throw error;
  }
}

/** All before the compressed octets; lengths are written outermost first, so it is built inside out. */
function compressedHead(size: number): Uint8Array {
  let head: Uint8Array = derHeader(TAG.octetString, size);
  const wrap = (tag: number, ...before: readonly Uint8Array[]): void => {
    const inner = concat([...before, head]);
    head = concat([derHeader(tag, inner.length + size), inner]);
  };
  wrap(context(0));
  wrap(TAG.sequence, derOid(OID.data));
  wrap(TAG.sequence, derSmallInteger(0), derSequence(derOid(OID.zlib)));
  wrap(context(0));
  wrap(TAG.sequence, derOid(OID.compressedData));
  return head;
}
