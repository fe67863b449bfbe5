import type { ContentCipher, DigestAlgorithm } from '../agreement/algorithms.js';
import { CmsError } from './cms-error.js';
import { type DerNode, Fields, readOid, TAG } from './der.js';
import { derNull, derOid, derSequence } from './write-der.js';

interface DigestRow {
  readonly oid: string;
  readonly bytes: number;
  /** Signature algorithms that name the digest as well. */
  readonly withRsa: string;
  readonly withEcdsa: string;
}

export const DIGESTS: Readonly<Record<DigestAlgorithm, DigestRow>> = {
  sha1: { oid: '1.3.14.3.2.26', bytes: 20, withRsa: '1.2.840.113549.1.1.5', withEcdsa: '1.2.840.10045.4.1' },
  sha256: {
    oid: '2.16.840.1.101.3.4.2.1',
    bytes: 32,
    withRsa: '1.2.840.113549.1.1.11',
    withEcdsa: '1.2.840.10045.4.3.2',
  },
  sha384: {
    oid: '2.16.840.1.101.3.4.2.2',
    bytes: 48,
    withRsa: '1.2.840.113549.1.1.12',
    withEcdsa: '1.2.840.10045.4.3.3',
  },
  sha512: {
    oid: '2.16.840.1.101.3.4.2.3',
    bytes: 64,
    withRsa: '1.2.840.113549.1.1.13',
    withEcdsa: '1.2.840.10045.4.3.4',
  },
};

export interface CipherRow {
  readonly oid: string;
  /** As node:crypto calls it. */
  readonly name: 'des-ede3-cbc' | `aes-${128 | 192 | 256}-${'cbc' | 'gcm'}`;
  readonly keyBytes: number;
  readonly ivBytes: number;
  /** Of padding; for GCM, which pads nothing, 1. */
  readonly blockBytes: number;
  readonly gcm: boolean;
}

export const CIPHERS: Readonly<Record<ContentCipher, CipherRow>> = {
  '3des': { oid: '1.2.840.113549.3.7', name: 'des-ede3-cbc', keyBytes: 24, ivBytes: 8, blockBytes: 8, gcm: false },
  'aes128-cbc': aes('2.16.840.1.101.3.4.1.2', 128, 'cbc'),
  'aes192-cbc': aes('2.16.840.1.101.3.4.1.22', 192, 'cbc'),
  'aes256-cbc': aes('2.16.840.1.101.3.4.1.42', 256, 'cbc'),
  'aes128-gcm': aes('2.16.840.1.101.3.4.1.6', 128, 'gcm'),
  'aes192-gcm': aes('2.16.840.1.101.3.4.1.26', 192, 'gcm'),
  'aes256-gcm': aes('2.16.840.1.101.3.4.1.46', 256, 'gcm'),
};

/** An algorithm as CMS writes it: its OID, and parameters of its own. */
export interface AlgorithmIdentifier {
  readonly oid: string;
  readonly parameters: DerNode | undefined;
}

/** @throws CmsError `malformed`. */
export function readAlgorithm(node: DerNode): AlgorithmIdentifier {
  const fields = new Fields(node);
  return { oid: readOid(fields.take(TAG.oid)), parameters: fields.takeAny() };
}

/** @throws CmsError `unsupported`. */
export function digestNamed(oid: string): DigestAlgorithm {
  return keyOf(DIGESTS, (row) => row.oid === oid);
}

/** @throws CmsError `unsupported`. */
export function cipherNamed(oid: string): ContentCipher {
  return keyOf(CIPHERS, (row) => row.oid === oid);
}

/** RFC 5754: the digests have no parameters. */
export function digestIdentifier(algorithm: DigestAlgorithm): Uint8Array {
  return derSequence(derOid(DIGESTS[algorithm].oid));
}

/** RSA's own algorithms say that they have none by a NULL. */
export function rsaIdentifier(oid: string): Uint8Array {
  return derSequence(derOid(oid), derNull());
}

function aes(oid: string, bits: 128 | 192 | 256, mode: 'cbc' | 'gcm'): CipherRow {
  const gcm = mode === 'gcm';
  return {
    oid,
    name: `aes-${bits}-${mode}`,
    keyBytes: bits / 8,
    ivBytes: gcm ? 12 : 16,
    blockBytes: gcm ? 1 : 16,
    gcm,
  };
}

function keyOf<K extends string, Row>(table: Readonly<Record<K, Row>>, is: (row: Row) => boolean): K {
  // Object.keys of a table with literal keys; the compiler widens them.
  const key = (Object.keys(table) as K[]).find((name) => is(table[name]));
  if (key === undefined) throw new CmsError('unsupported', 'An algorithm is not known.');
  return key;
}
