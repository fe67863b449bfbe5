import { pipeline } from 'node:stream/promises';
import { createInflate } from 'node:zlib';
import type { Octets, Spool } from '../spool/octets.js';
import { readAlgorithm } from './algorithm-tables.js';
import { BerStream } from './ber-stream.js';
import { CmsError } from './cms-error.js';
import { context, demandTag, readDer, readOid, TAG } from './der.js';
import { OID } from './oids.js';

/** Bytes of what stands before the compressed octets, element by element. */
const MAX_HEADER = 64 * 1024;
/** Up to here the ratio is not looked at: small bombs do no harm. */
const FREE_BYTES = 10 * 1024 * 1024;
/** EDI shrinks to a tenth or a fiftieth; zlib can go to a thousandth. */
const DEFAULT_MAX_RATIO = 100;

export interface DecompressOptions {
  readonly spool: Spool;
  /** Of what comes out. */
  readonly maxBytes: number;
  /** How many bytes may come out of one, on the average up to any point behind the first 10 MiB. Default 100. */
  readonly maxRatio?: number | undefined;
}

/**
 * Decompresses CompressedData, in DER or BER, into the spool.
 * @throws CmsError `decompression-failed`, `malformed`, `unsupported`; `too-large` as soon as a limit is passed.
 */
export async function decompress(octets: Octets, options: DecompressOptions): Promise<Octets> {
  const { spool, maxBytes, maxRatio = DEFAULT_MAX_RATIO } = options;
  const stream = new BerStream(octets.open());
  const writer = await spool.create();
  const inflate = createInflate();
  try {
    await readHeader(stream);
    let size = 0;
    await pipeline(
      () => stream.octets(TAG.octetString),
      inflate,
      async (content: AsyncIterable<Uint8Array>) => {
        for await (const chunk of content) {
          size += chunk.length;
          // By what went in so far, and not by all that came: a bomb is refused where it begins.
          if (size > maxBytes || (size > FREE_BYTES && size > inflate.bytesWritten * maxRatio)) {
            throw new CmsError('too-large');
          }
          await writer.write(chunk);
        }
      },
    );
    return await writer.finish();
  } catch (error) {
    await writer.discard();
    throw isZlibError(error) ? new CmsError('decompression-failed') : error;
  } finally {
    await stream.close();
  }
}

/** Up to the compressed octets, which are the next element. */
async function readHeader(stream: BerStream): Promise<void> {
  await stream.enter(TAG.sequence);
  if (readOid(readDer(await stream.element(MAX_HEADER))) !== OID.compressedData) {
    throw new CmsError('unsupported', 'It is not compressed data.');
  }
  await stream.enter(context(0));
  await stream.enter(TAG.sequence);
  demandTag(readDer(await stream.element(MAX_HEADER)), TAG.integer);
  const { oid } = readAlgorithm(demandTag(readDer(await stream.element(MAX_HEADER)), TAG.sequence));
  if (oid !== OID.zlib) throw new CmsError('unsupported', 'It is compressed by something other than zlib.');
  await stream.enter(TAG.sequence);
  readOid(readDer(await stream.element(MAX_HEADER)));
  await stream.enter(context(0));
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^Z_/.test(String(error.code));
}
