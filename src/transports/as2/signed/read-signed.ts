import type { DigestAlgorithm } from '../agreement/algorithms.js';
import type { Certificate } from '../certificates/certificate.js';
import { readSignedContent } from '../cms/read-signed-content.js';
import { readSignature, type SignatureInfo, verifySignature } from '../cms/verify.js';
import { cmsBody, inMemory } from '../mime/decoded-body.js';
import { contentTypeOf, type Entity, readEntity } from '../mime/entity.js';
import { headerOf } from '../mime/headers.js';
import { withCrlf } from '../mime/line-ends.js';
import { MimeError } from '../mime/mime-error.js';
import { boundaryOf, readParts } from '../mime/multipart.js';
import { parseTransferEncoding } from '../mime/transfer-encoding.js';
import type { Octets, Spool } from '../spool/octets.js';
import { digestOf, type Mic } from './mic.js';

/** Of one signature with the certificates in it. */
const MAX_SIGNATURE_BYTES = 512 * 1024;

export type SignatureVerdict = ReturnType<typeof verifySignature>;

/** The two parts of a multipart/signed. */
export interface SignedParts {
  /** As it stands between the boundaries: what was signed. */
  readonly signed: Entity;
  readonly signature: SignatureInfo;
}

/** @throws MimeError; CmsError `malformed`, `unsupported` of the signature. */
export async function readSigned(entity: Entity, spool: Spool): Promise<SignedParts> {
  const [first, second, ...more] = await readParts(entity.body, boundaryOf(contentTypeOf(entity)));
  if (first === undefined || second === undefined || more.length > 0) {
    throw new MimeError('malformed', 'A signed multipart has two parts: what is signed, and the signature.');
  }
  const signaturePart = await readEntity(second);
  if (!/^application\/(x-)?pkcs7-signature$/.test(contentTypeOf(signaturePart).type)) {
    throw new MimeError('unsupported', 'The second part of the signed multipart is no PKCS#7 signature.');
  }
  const limit = { spool, maxBytes: MAX_SIGNATURE_BYTES };
  const der = await cmsBody(signaturePart, limit);
  if (der.size > MAX_SIGNATURE_BYTES) throw new MimeError('too-large', 'The signature is too large.');
  return { signed: await readEntity(first), signature: readSignature(await inMemory(der, MAX_SIGNATURE_BYTES)) };
}

/** SignedData that holds its content: AS2 does not send it, and a few partners do. @throws CmsError, MimeError. */
export async function readOpaque(
  der: Octets,
  options: { readonly spool: Spool; readonly maxBytes: number },
): Promise<SignedParts> {
  const { content, signature } = await readSignedContent(der, options);
  return { signed: await readEntity(content), signature };
}

/** Whether the signature holds, and the digest it was held to. */
export interface Verified {
  readonly digest: Mic;
  readonly verdict: SignatureVerdict;
}

/**
 * Verifies over the octets as they came. Where that fails, text with bare LF is tried once more with CRLF, which some partners
 * sign and do not send; the digest is then of that form, which is what they compare with.
 */
export async function verifySigned(
  { signed, signature }: SignedParts,
  trusted: readonly Certificate[],
): Promise<Verified> {
  const algorithm = signature.digestAlgorithm;
  const asReceived = await verifyOver(signed.whole, { signature, algorithm, trusted });
  if (asReceived.verdict.ok || asReceived.verdict.reason === 'no-certificate' || !isText(signed)) return asReceived;
  const canonical = await withCrlf(signed.whole);
  if (canonical === undefined) return asReceived;
  const again = await verifyOver(canonical, { signature, algorithm, trusted });
  return again.verdict.ok ? again : asReceived;
}

async function verifyOver(
  octets: Octets,
  {
    signature,
    algorithm,
    trusted,
  }: {
    readonly signature: SignatureInfo;
    readonly algorithm: DigestAlgorithm;
    readonly trusted: readonly Certificate[];
  },
): Promise<Verified> {
  const value = await digestOf(octets, algorithm);
  return { digest: { algorithm, value }, verdict: verifySignature(signature, value, trusted) };
}

function isText({ headers }: Entity): boolean {
  const encoding = parseTransferEncoding(headerOf(headers, 'Content-Transfer-Encoding'));
  return encoding === '7bit' || encoding === '8bit';
}
