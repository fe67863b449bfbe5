import { createHash, timingSafeEqual } from 'node:crypto';
import type { DigestAlgorithm } from '../agreement/algorithms.js';
import { type DigestNames, digestNamed, nameOfDigest } from '../agreement/digest-names.js';
import type { Octets } from '../spool/octets.js';

/** Message Integrity Check: by it the sender knows which octets the receiver has. */
export interface Mic {
  readonly algorithm: DigestAlgorithm;
  readonly value: Uint8Array;
}

/** What of a transmission there is to take the digest of. */
export interface MicSources {
  /** The part that was signed, as it stands between the boundaries. */
  readonly signed?: Octets | undefined;
  /** The innermost entity, headers included, transfer encoding applied. */
  readonly entity: Octets;
  /** Its body alone, transfer encoding applied. */
  readonly body: Octets;
  readonly encrypted: boolean;
  readonly compressed: boolean;
}

/**
 * RFC 4130 7.3.1 and RFC 5402 4.1. Signed: what was signed, whether that was compressed before or is compressed after.
 * Unsigned: the entity after decryption and decompression, with its headers; if neither was done, the body alone.
 */
export function micOctets({ signed, entity, body, encrypted, compressed }: MicSources): Octets {
  if (signed !== undefined) return signed;
  return encrypted || compressed ? entity : body;
}

/** The digests of octets by several algorithms, in their order, in one reading. */
export async function digestOctets(
  octets: Octets,
  algorithms: readonly DigestAlgorithm[],
): Promise<readonly Uint8Array[]> {
  const hashes = algorithms.map((algorithm) => createHash(algorithm));
  for await (const chunk of octets.open()) for (const hash of hashes) hash.update(chunk);
  return hashes.map((hash) => hash.digest());
}

export async function digestOf(octets: Octets, algorithm: DigestAlgorithm): Promise<Uint8Array> {
  const [digest] = await digestOctets(octets, [algorithm]);
  return digest ?? new Uint8Array();
}

/** Received-Content-MIC: `<base64>, sha-256`. */
export function formatMic({ algorithm, value }: Mic, names: DigestNames = 'new'): string {
  return `${Buffer.from(value).toString('base64')}, ${nameOfDigest(algorithm, names)}`;
}

/** Reads a Received-Content-MIC; `undefined` where it is none, is of an unknown algorithm or of another length than it. */
export function parseMic(text: string): Mic | undefined {
  const comma = text.lastIndexOf(',');
  const algorithm = digestNamed(text.slice(comma + 1));
  const base64 = text.slice(0, Math.max(0, comma)).replace(/\s/g, '');
  if (algorithm === undefined || !/^[A-Za-z0-9+/]{20,90}={0,2}$/.test(base64)) return undefined;
  const value = Buffer.from(base64, 'base64');
  return value.length === DIGEST_BYTES[algorithm] ? { algorithm, value } : undefined;
}

const DIGEST_BYTES: Readonly<Record<DigestAlgorithm, number>> = { sha1: 20, sha256: 32, sha384: 48, sha512: 64 };

/** Algorithm first: digests of two algorithms say nothing about each other. */
export function sameMic(one: Mic, other: Mic): boolean {
  return (
    one.algorithm === other.algorithm &&
    one.value.length === other.value.length &&
    timingSafeEqual(one.value, other.value)
  );
}
