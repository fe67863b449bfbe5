import { type KeyObject, sign } from 'node:crypto';
import type { DigestAlgorithm } from '../agreement/algorithms.js';
import type { Identity } from '../certificates/certificate.js';
import { DIGESTS, digestIdentifier, rsaIdentifier } from './algorithm-tables.js';
import { CmsError } from './cms-error.js';
import { context, TAG } from './der.js';
import { OID } from './oids.js';
import { der, derOctetString, derOid, derSequence, derSetOf, derSmallInteger, derTime } from './write-der.js';

export interface SignOptions {
  /** Of what is signed, which itself is not in the signature. */
  readonly digest: { readonly algorithm: DigestAlgorithm; readonly value: Uint8Array };
  /** Object identifier; default `data`. */
  readonly contentType?: string | undefined;
  readonly identity: Identity;
  /** Default true: some receivers look for the certificate in the signature, whatever they trust. */
  readonly includeCertificate?: boolean | undefined;
  readonly signingTime: Date;
}

/**
 * A detached signature: SignedData of RFC 5652 in DER, by RSA (PKCS#1 v1.5) or ECDSA, whichever key it is.
 * @throws CmsError `unsupported` for a key of another kind.
 */
export function signDigest(options: SignOptions): Uint8Array {
  const { digest, contentType = OID.data, identity, includeCertificate = true, signingTime } = options;
  // No CMSAlgorithmProtection among them: old receivers fail on it.
  const attributes = [
    attribute(OID.contentType, derOid(contentType)),
    attribute(OID.signingTime, derTime(signingTime)),
    attribute(OID.messageDigest, derOctetString(digest.value)),
  ];
  const { certificate, privateKey } = identity;
  const signerInfo = derSequence(
    derSmallInteger(1),
    derSequence(certificate.issuer, certificate.serialNumber),
    digestIdentifier(digest.algorithm),
    derSetOf(attributes, context(0)),
    signatureIdentifier(privateKey, digest.algorithm),
    // RFC 5652 5.4: what is signed has the tag of a SET, what is sent that of [0].
    derOctetString(sign(digest.algorithm, derSetOf(attributes), privateKey)),
  );
  const signedData = derSequence(
    derSmallInteger(contentType === OID.data ? 1 : 3),
    derSetOf([digestIdentifier(digest.algorithm)]),
    derSequence(derOid(contentType)),
    ...(includeCertificate ? [der(context(0), certificate.der)] : []),
    der(TAG.set, signerInfo),
  );
  return derSequence(derOid(OID.signedData), der(context(0), signedData));
}

function attribute(oid: string, value: Uint8Array): Uint8Array {
  return derSequence(derOid(oid), der(TAG.set, value));
}

/** An RSA key is named by itself, which receivers of every age understand; ECDSA has names with the digest only. */
function signatureIdentifier(key: KeyObject, digest: DigestAlgorithm): Uint8Array {
  if (key.asymmetricKeyType === 'rsa') return rsaIdentifier(OID.rsaEncryption);
  if (key.asymmetricKeyType === 'ec') return derSequence(derOid(DIGESTS[digest].withEcdsa));
  throw new CmsError('unsupported', 'The key must be one of RSA or of an elliptic curve.');
}
