import { constants, createHash, createHmac, type KeyObject, privateDecrypt, publicEncrypt } from 'node:crypto';
import type { DigestAlgorithm, KeyTransport } from '../agreement/algorithms.js';
import type { Certificate } from '../certificates/certificate.js';
import { type AlgorithmIdentifier, digestIdentifier, rsaIdentifier } from './algorithm-tables.js';
import { CmsError } from './cms-error.js';
import { context, Fields, stringOctets, TAG } from './der.js';
import { OID } from './oids.js';
import { readHash, readMaskHash } from './signature-scheme.js';
import { keyInBlock, keyInOaepBlock, type OaepDigests } from './unpad-key.js';
import { der, derOid, derSequence } from './write-der.js';

/** How the content key was encrypted. */
export type KeyTransportScheme = { readonly name: 'rsa-pkcs1' } | ({ readonly name: 'rsa-oaep' } & OaepDigests);

/** @throws CmsError `unsupported`, `malformed`. */
export function readKeyTransport({ oid, parameters }: AlgorithmIdentifier): KeyTransportScheme {
  if (oid === OID.rsaEncryption) return { name: 'rsa-pkcs1' };
  if (oid !== OID.rsaOaep) throw new CmsError('unsupported', 'Its key is encrypted in a way that is not known.');
  const fields = parameters && new Fields(parameters);
  const digest = readHash(fields?.takeIf(context(0)));
  const maskDigest = readMaskHash(fields?.takeIf(context(1)));
  const source = fields?.takeIf(context(2));
  const label = source && stringOctets(new Fields(new Fields(source).take(TAG.sequence)).takeAny() ?? source);
  return { name: 'rsa-oaep', digest, maskDigest, label: label ?? new Uint8Array() };
}

/** The content key encrypted for the certificate, and the algorithm's name. @throws CmsError `unsupported`: no RSA key. */
export function encryptKey(
  contentKey: Uint8Array,
  { x509 }: Certificate,
  { transport, digest }: { readonly transport: KeyTransport; readonly digest: DigestAlgorithm },
): { readonly algorithm: Uint8Array; readonly encrypted: Uint8Array } {
  const key = x509.publicKey;
  if (key.asymmetricKeyType !== 'rsa') throw new CmsError('unsupported', 'Only for RSA keys can be encrypted.');
  if (transport === 'rsa-pkcs1') {
    const encrypted = publicEncrypt({ key, padding: constants.RSA_PKCS1_PADDING }, contentKey);
    return { algorithm: rsaIdentifier(OID.rsaEncryption), encrypted };
  }
  const encrypted = publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: digest }, contentKey);
  return { algorithm: derSequence(derOid(OID.rsaOaep), oaepParameters(digest)), encrypted };
}

/** DER leaves out what is the default, SHA-1. */
function oaepParameters(digest: DigestAlgorithm): Uint8Array {
  if (digest === 'sha1') return derSequence();
  const mask = derSequence(derOid(OID.mgf1), digestIdentifier(digest));
  return derSequence(der(context(0), digestIdentifier(digest)), der(context(1), mask));
}

/**
 * The content key. A block that is not as it should be gives another key, always the same for the same block and useless: whoever
 * sends forged blocks sees the content fail to decrypt and never learns at which step (RFC 3218; Bleichenbacher, Manger).
 */
export function decryptKey(
  encrypted: Uint8Array,
  { privateKey, scheme, keyBytes }: { privateKey: KeyObject; scheme: KeyTransportScheme; keyBytes: number },
): Uint8Array {
  const decoy = decoyKey(encrypted, privateKey).subarray(0, keyBytes);
  const { RSA_NO_PADDING, RSA_PKCS1_OAEP_PADDING } = constants;
  try {
    if (scheme.name === 'rsa-pkcs1') {
      // Without padding: node:crypto refuses PKCS#1 v1.5 here, or allows it, by version.
      const block = privateDecrypt({ key: privateKey, padding: RSA_NO_PADDING }, encrypted);
      return keyInBlock(block, decoy);
    }
    const { digest: oaepHash, maskDigest, label: oaepLabel } = scheme;
    if (maskDigest !== oaepHash) {
      const block = privateDecrypt({ key: privateKey, padding: RSA_NO_PADDING }, encrypted);
      return keyInOaepBlock(block, decoy, scheme);
    }
    const key = privateDecrypt({ key: privateKey, padding: RSA_PKCS1_OAEP_PADDING, oaepHash, oaepLabel }, encrypted);
    return key.length === keyBytes ? key : decoy;
  } catch {
    return decoy;
  }
}

/** A secret for each private key, made of it. */
const secrets = new WeakMap<KeyObject, Uint8Array>();

function decoyKey(encrypted: Uint8Array, privateKey: KeyObject): Uint8Array {
  let secret = secrets.get(privateKey);
  if (secret === undefined) {
    secret = createHash('sha256')
      .update('decoy')
      .update(privateKey.export({ type: 'pkcs8', format: 'der' }))
      .digest();
    secrets.set(privateKey, secret);
  }
  return createHmac('sha256', secret).update(encrypted).digest();
}
