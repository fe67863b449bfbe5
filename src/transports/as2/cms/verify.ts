import { timingSafeEqual } from 'node:crypto';
import type { Certificate } from '../certificates/certificate.js';
import type { KeyIdentifier, SignatureInfo, SignerInfo } from './read-signature.js';
import { signatureFits, signatureFitsDigest } from './signature-scheme.js';

export { readSignature, type SignatureInfo } from './read-signature.js';

/**
 * `no-certificate`: none of those trusted made it. `signature-wrong`: the one that it names did not. `digest-differs`: it is
 * genuine, and over other content. `unsupported`: an algorithm or form that is not known here.
 */
export type VerifyFailure = 'no-certificate' | 'digest-differs' | 'signature-wrong' | 'unsupported';

export type VerifyResult =
  /** `signed`: the very octets that the signature is over. Whoever changes anything else of it does not change these. */
  | { readonly ok: true; readonly signer: Certificate; readonly signed: Uint8Array }
  | { readonly ok: false; readonly reason: VerifyFailure };

/**
 * Whether one of the trusted certificates signed the content of this digest. A certificate that came with the signature counts
 * for nothing; whether a trusted one is within its days is the caller's matter.
 * @param digest by `info.digestAlgorithm`, of the content as it was received.
 */
export function verifySignature(
  info: SignatureInfo,
  digest: Uint8Array,
  trusted: readonly Certificate[],
): VerifyResult {
  const results = info.signers.map((signer) => verifySigner(signer, { info, digest, trusted }));
  return results.find(({ ok }) => ok) ?? results[0] ?? { ok: false, reason: 'unsupported' };
}

interface Asked {
  readonly info: SignatureInfo;
  readonly digest: Uint8Array;
  readonly trusted: readonly Certificate[];
}

function verifySigner(signer: SignerInfo, { info, digest, trusted }: Asked): VerifyResult {
  const { digestAlgorithm, scheme, signature, attributes } = signer;
  if (scheme === undefined || digestAlgorithm !== info.digestAlgorithm) return { ok: false, reason: 'unsupported' };
  if (attributes === undefined && scheme !== 'rsa-pkcs1') return { ok: false, reason: 'unsupported' };
  const signed = { scheme, digestAlgorithm, signature };
  const made = ({ x509 }: Certificate): boolean =>
    attributes === undefined
      ? signatureFitsDigest(signed, digest, x509.publicKey)
      : signatureFits(signed, attributes.bytes, x509.publicKey);
  const named = trusted.filter((certificate) => isNamed(certificate, signer.signer));
  const others = trusted.filter((certificate) => !named.includes(certificate));
  // A renewed certificate has the old key as often as not, and the signer may name either.
  const maker = named.find(made) ?? others.find(made);
  if (maker === undefined) return { ok: false, reason: named.length > 0 ? 'signature-wrong' : 'no-certificate' };
  if (attributes !== undefined && !sameBytes(attributes.messageDigest, digest))
    return { ok: false, reason: 'digest-differs' };
  return { ok: true, signer: maker, signed: attributes?.bytes ?? digest };
}

/** Whether CMS means this certificate. */
export function isNamed(certificate: Certificate, key: KeyIdentifier): boolean {
  if ('subjectKeyIdentifier' in key) {
    const { subjectKeyIdentifier } = certificate;
    return subjectKeyIdentifier !== undefined && sameBytes(subjectKeyIdentifier, key.subjectKeyIdentifier);
  }
  return sameBytes(certificate.issuer, key.issuer) && sameBytes(certificate.serialNumber, key.serialNumber);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
