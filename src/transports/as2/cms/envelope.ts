import { createCipheriv, randomBytes } from 'node:crypto';
import type { ContentCipher, DigestAlgorithm, KeyTransport } from '../agreement/algorithms.js';
import type { Certificate } from '../certificates/certificate.js';
import type { Octets } from '../spool/octets.js';
import { CIPHERS, type CipherRow } from './algorithm-tables.js';
import { CmsError } from './cms-error.js';
import { concat, context, contextPrimitive, TAG } from './der.js';
import { encryptKey } from './key-transport.js';
import { OID } from './oids.js';
import { derHeader, derOctetString, derOid, derSequence, derSetOf, derSmallInteger } from './write-der.js';

/** Bytes of GCM's tag. */
const MAC_BYTES = 16;
/** Bytes ciphered at a time, so that other work gets its turn in between. */
const PIECE = 256 * 1024;

export interface EnvelopeOptions {
  /** Whoever holds the key of one of them can open it. */
  readonly recipients: readonly Certificate[];
  readonly cipher: ContentCipher;
  readonly keyTransport: KeyTransport;
  /** Of OAEP, for its mask too; default `sha256`. */
  readonly oaepDigest?: DigestAlgorithm | undefined;
}

/**
 * Encrypts for the recipients: EnvelopedData of RFC 5652 in DER, for GCM AuthEnvelopedData of RFC 5083. Nothing is held in memory:
 * the size is known beforehand, and every reading ciphers anew under the same key and gives the same bytes.
 * @throws CmsError `unsupported`: a recipient's key is none of RSA.
 */
export function envelope(octets: Octets, options: EnvelopeOptions): Octets {
  const row = CIPHERS[options.cipher];
  const key = randomBytes(row.keyBytes);
  const iv = randomBytes(row.ivBytes);
  const sealed: Sealed = { octets, row, key, iv, size: cipheredSize(octets.size, row) };
  const head = envelopeHead(sealed, options);
  return {
    size: head.length + sealed.size + (row.gcm ? MAC_BYTES + 2 : 0),
    open: (start = 0, end = Number.POSITIVE_INFINITY) => readFrom(head, sealed, { start, end }),
  };
}

interface Sealed {
  readonly octets: Octets;
  readonly row: CipherRow;
  readonly key: Uint8Array;
  readonly iv: Uint8Array;
  /** Of the ciphered octets. */
  readonly size: number;
}

/** Padding fills up the last block, or is one by itself. */
function cipheredSize(size: number, { blockBytes, gcm }: CipherRow): number {
  return gcm ? size : (Math.floor(size / blockBytes) + 1) * blockBytes;
}

/** All before the ciphered octets. The lengths of what is still open are written outermost first, so it is built inside out. */
function envelopeHead({ row, key, iv, size }: Sealed, options: EnvelopeOptions): Uint8Array {
  const { recipients, keyTransport, oaepDigest = 'sha256' } = options;
  if (recipients.length === 0) throw new CmsError('unsupported', 'It needs at least one recipient.');
  const infos = recipients.map((certificate) => {
    const { algorithm, encrypted } = encryptKey(key, certificate, { transport: keyTransport, digest: oaepDigest });
    const name = derSequence(certificate.issuer, certificate.serialNumber);
    return derSequence(derSmallInteger(0), name, algorithm, derOctetString(encrypted));
  });
  const parameters = row.gcm ? derSequence(derOctetString(iv), derSmallInteger(MAC_BYTES)) : derOctetString(iv);
  const algorithm = derSequence(derOid(row.oid), parameters);
  const mac = row.gcm ? MAC_BYTES + 2 : 0;
  let head: Uint8Array = derHeader(contextPrimitive(0), size);
  const wrap = (tag: number, before: readonly Uint8Array[], after = mac): void => {
    const inner = concat([...before, head]);
    head = concat([derHeader(tag, inner.length + size + after), inner]);
  };
  wrap(TAG.sequence, [derOid(OID.data), algorithm], 0);
  wrap(TAG.sequence, [derSmallInteger(0), derSetOf(infos)]);
  wrap(context(0), []);
  wrap(TAG.sequence, [derOid(row.gcm ? OID.authEnvelopedData : OID.envelopedData)]);
  return head;
}

async function* readFrom(head: Uint8Array, sealed: Sealed, { start, end }: { start: number; end: number }) {
  let offset = 0;
  // A cipher has no middle to begin at: what is before `start` is ciphered and dropped.
  for await (const part of allParts(head, sealed, end)) {
    const piece = part.subarray(Math.max(0, start - offset), Math.max(0, end - offset));
    offset += part.length;
    if (piece.length > 0) yield piece;
    if (offset >= end) return;
  }
}

async function* allParts(head: Uint8Array, sealed: Sealed, end: number): AsyncGenerator<Uint8Array> {
  yield head;
  if (end <= head.length) return;
  const { octets, row, key, iv } = sealed;
  // Of CipherGCM, what a cipher of CBC has not, is asked for under GCM only.
  const cipher = createCipheriv(row.name as 'aes-256-gcm', key, iv);
  let size = 0;
  for await (const chunk of octets.open()) {
    size += chunk.length;
    // The lengths before are written already, and under GCM other bytes with the same nonce would give the key away.
    if (size > octets.size) break;
    for (let at = 0; at < chunk.length; at += PIECE) yield cipher.update(chunk.subarray(at, at + PIECE));
  }
  if (size !== octets.size) throw new Error('The octets are not as many as they were said to be.');
  yield cipher.final();
  if (row.gcm) yield derOctetString(cipher.getAuthTag());
}
