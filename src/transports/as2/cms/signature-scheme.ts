import { constants, type KeyObject, publicDecrypt, timingSafeEqual, verify } from 'node:crypto';
import type { DigestAlgorithm } from '../agreement/algorithms.js';
import { type AlgorithmIdentifier, DIGESTS, digestNamed, readAlgorithm } from './algorithm-tables.js';
import { CmsError } from './cms-error.js';
import { context, type DerNode, Fields, TAG } from './der.js';
import { OID } from './oids.js';
import { derNull, derOctetString, derOid, derSequence } from './write-der.js';

/** How a signature was made. */
export type SignatureScheme = 'rsa-pkcs1' | 'rsa-pss' | 'ecdsa';

/**
 * The scheme of a signature algorithm, which must use the digest that the signer names besides.
 * @throws CmsError `unsupported`, `malformed`.
 */
export function readSignatureScheme(
  { oid, parameters }: AlgorithmIdentifier,
  digest: DigestAlgorithm,
): SignatureScheme {
  const { withRsa, withEcdsa } = DIGESTS[digest];
  if (oid === OID.rsaEncryption || oid === withRsa) return 'rsa-pkcs1';
  // Not by the rules, yet some name the key here.
  if (oid === withEcdsa || oid === OID.ecPublicKey) return 'ecdsa';
  if (oid !== OID.rsaPss)
    throw new CmsError('unsupported', 'Its signature algorithm is not known, or fits not its digest.');
  // RFC 4055 demands parameters; without any (pyas2lib writes none) nothing is said against the digest of the signer.
  if (parameters === undefined || parameters.tag === TAG.null) return 'rsa-pss';
  const { hash, mask } = readPssDigests(new Fields(parameters));
  if (hash !== digest || mask !== digest) throw new CmsError('unsupported', 'It mixes digests.');
  return 'rsa-pss';
}

/** RFC 4055: both are SHA-1 where nothing else is said. The length of the salt is found in the signature itself. */
function readPssDigests(fields: Fields): {
  readonly hash: DigestAlgorithm;
  readonly mask: DigestAlgorithm;
} {
  return { hash: readHash(fields.takeIf(context(0))), mask: readMaskHash(fields.takeIf(context(1))) };
}

/** The digest in an explicit tag of OAEP or PSS parameters. */
export function readHash(tagged: DerNode | undefined): DigestAlgorithm {
  return tagged === undefined ? 'sha1' : digestNamed(readAlgorithm(new Fields(tagged).take(TAG.sequence)).oid);
}

/** The digest of the mask generation in an explicit tag of OAEP or PSS parameters. */
export function readMaskHash(tagged: DerNode | undefined): DigestAlgorithm {
  if (tagged === undefined) return 'sha1';
  const { oid, parameters } = readAlgorithm(new Fields(tagged).take(TAG.sequence));
  if (oid !== OID.mgf1 || parameters === undefined) throw new CmsError('unsupported', 'Its mask is not MGF1.');
  return digestNamed(readAlgorithm(parameters).oid);
}

interface SignedBytes {
  readonly scheme: SignatureScheme;
  readonly digestAlgorithm: DigestAlgorithm;
  readonly signature: Uint8Array;
}

/** Whether the key made the signature over these bytes. */
export function signatureFits(signed: SignedBytes, bytes: Uint8Array, key: KeyObject): boolean {
  const { scheme, digestAlgorithm, signature } = signed;
  if (!keyServes(scheme, key)) return false;
  try {
    if (scheme !== 'rsa-pss') return verify(digestAlgorithm, bytes, key, signature);
    const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_AUTO: saltLength } = constants;
    return verify(digestAlgorithm, bytes, { key, padding, saltLength }, signature);
  } catch {
    return false;
  }
}

/** The same where only the digest of the bytes is known: RSA by PKCS#1 v1.5; node:crypto has no other over a digest. */
export function signatureFitsDigest(signed: SignedBytes, digest: Uint8Array, key: KeyObject): boolean {
  if (signed.scheme !== 'rsa-pkcs1' || !keyServes(signed.scheme, key)) return false;
  const { oid } = DIGESTS[signed.digestAlgorithm];
  // RFC 8017 9.2: with NULL; some leave it out. The whole block is compared, so that nothing hides behind it.
  const infos = [derSequence(derOid(oid), derNull()), derSequence(derOid(oid))].map((algorithm) =>
    derSequence(algorithm, derOctetString(digest)),
  );
  try {
    const block = publicDecrypt({ key, padding: constants.RSA_PKCS1_PADDING }, signed.signature);
    return infos.some((info) => info.length === block.length && timingSafeEqual(info, block));
  } catch {
    return false;
  }
}

function keyServes(scheme: SignatureScheme, key: KeyObject): boolean {
  const type = key.asymmetricKeyType;
  if (scheme === 'ecdsa') return type === 'ec';
  return type === 'rsa' || (scheme === 'rsa-pss' && type === 'rsa-pss');
}
