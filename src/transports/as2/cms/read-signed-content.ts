import { createHash, type Hash } from 'node:crypto';
import type { DigestAlgorithm } from '../agreement/algorithms.js';
import type { Octets, Spool } from '../spool/octets.js';
import { DIGESTS, readAlgorithm } from './algorithm-tables.js';
import { BerStream } from './ber-stream.js';
import { CmsError } from './cms-error.js';
import { context, type DerNode, demandTag, Fields, readDer, readOid, TAG } from './der.js';
import { OID } from './oids.js';
import { readSigners, type SignatureInfo } from './read-signature.js';
import { derSequence } from './write-der.js';

/** Bytes of what stands before the content, and of certificates and signers behind it. */
const MAX_PART = 1024 * 1024;

export interface SignedContent {
  /** In the spool; not verified. */
  readonly content: Octets;
  readonly signature: SignatureInfo;
  /** Of the content, by `signature.digestAlgorithm`: what `verifySignature` asks for. */
  readonly digest: Uint8Array;
}

/**
 * Takes apart SignedData that holds its content (`smime-type=signed-data`), in DER or BER; the content goes into the spool.
 * @throws CmsError `malformed`, `unsupported`, `too-large`.
 */
export async function readSignedContent(
  octets: Octets,
  { spool, maxBytes }: { readonly spool: Spool; readonly maxBytes: number },
): Promise<SignedContent> {
  const stream = new BerStream(octets.open());
  const writer = await spool.create();
  try {
    const { contentType, digests } = await readHeader(stream);
    let size = 0;
    for await (const piece of stream.octets(TAG.octetString)) {
      size += piece.length;
      if (size > maxBytes) throw new CmsError('too-large');
      for (const hash of digests.values()) hash.update(piece);
      await writer.write(piece);
    }
    await stream.leave();
    await stream.leave();
    const signature = readSigners(new Fields(await readTrailer(stream)), contentType);
    const hash = digests.get(signature.digestAlgorithm);
    if (hash === undefined) throw new CmsError('malformed', 'It does not announce its digest.');
    return { content: await writer.finish(), signature, digest: hash.digest() };
  } catch (error) {
    await writer.discard();
    throw error;
  } finally {
    await stream.close();
  }
}

/** Up to the content, which is the next element. The digests of all signers are announced before it. */
async function readHeader(stream: BerStream) {
  await stream.enter(TAG.sequence);
  if (readOid(readDer(await stream.element(MAX_PART))) !== OID.signedData) {
    throw new CmsError('unsupported', 'It is not signed data.');
  }
  await stream.enter(context(0));
  await stream.enter(TAG.sequence);
  demandTag(readDer(await stream.element(MAX_PART)), TAG.integer);
  const digests = readDigests(demandTag(readDer(await stream.element(MAX_PART)), TAG.set));
  await stream.enter(TAG.sequence);
  const contentType = readOid(readDer(await stream.element(MAX_PART)));
  await stream.enter(context(0));
  return { contentType, digests };
}

function readDigests(set: DerNode): ReadonlyMap<DigestAlgorithm, Hash> {
  const named = new Set(set.children.map((node) => readAlgorithm(demandTag(node, TAG.sequence)).oid));
  // Object.keys of a table with literal keys; the compiler widens them.
  const known = (Object.keys(DIGESTS) as DigestAlgorithm[]).filter((name) => named.has(DIGESTS[name].oid));
  return new Map(known.map((name) => [name, createHash(name)]));
}

/** Certificates, lists of revoked ones, and signers, as one sequence. */
async function readTrailer(stream: BerStream): Promise<DerNode> {
  const parts: Uint8Array[] = [];
  for (let size = 0; (await stream.peek()) !== undefined; ) {
    const part = await stream.element(MAX_PART - size);
    size += part.length;
    parts.push(part);
  }
  return readDer(derSequence(...parts));
}
