import type { Partnership } from '../agreement/partnership.js';
import type { Certificate } from '../certificates/certificate.js';
import { activeCertificates, isFor } from '../certificates/certificate-windows.js';
import { CmsError } from '../cms/cms-error.js';
import type { Entity } from '../mime/entity.js';
import type { Mic } from '../signed/mic.js';
import { type SignedParts, verifySigned } from '../signed/read-signed.js';
import { TransmissionError } from './opened-transmission.js';

export interface OpenedSignature {
  /** What was signed. */
  readonly entity: Entity;
  readonly signed: { readonly mic: Mic; readonly by: Certificate };
}

/** What was signed, once a certificate of the partner that is active vouches for it. @throws TransmissionError with the disposition. */
export async function openSignature(
  read: Promise<SignedParts>,
  partnership: Partnership,
  moment: Date,
): Promise<OpenedSignature> {
  const parts = await partsOf(read);
  if (parts.signature.digestAlgorithm === 'sha1' && !partnership.inbound.acceptSha1) {
    throw new TransmissionError('insufficient-message-security', 'It is signed by SHA-1: have it signed by SHA-256.');
  }
  const trusted = activeCertificates(partnership.certificates, 'signing', moment);
  const { verdict, digest: mic } = await verifySigned(parts, trusted);
  if (verdict.ok) return { entity: parts.signed, signed: { mic, by: verdict.signer } };
  if (verdict.reason === 'digest-differs') {
    throw new TransmissionError('integrity-check-failed', 'The content is not what was signed.', { mic });
  }
  const all = signersOf(partnership);
  const late = all.length > trusted.length && (await verifySigned(parts, all)).verdict.ok;
  const text = late ? 'Signed by a certificate of the partner that is not active now.' : REFUSALS[verdict.reason];
  throw new TransmissionError('authentication-failed', text, { mic });
}

const REFUSALS = {
  'no-certificate': 'Signed by none of the certificates of the partner.',
  'signature-wrong': 'The signature does not hold.',
  unsupported: 'Signed by an algorithm that is not supported.',
} as const;

async function partsOf(read: Promise<SignedParts>): Promise<SignedParts> {
  try {
    return await read;
  } catch (cause) {
    if (!(cause instanceof CmsError)) throw cause;
    const reason = cause.code === 'too-large' ? 'unexpected-processing-error' : 'authentication-failed';
    throw new TransmissionError(reason, cause.message, { cause });
  }
}

/** All certificates that the partner ever signs by, to tell an inactive one from a foreign one. */
export function signersOf({ certificates }: Partnership): readonly Certificate[] {
  return certificates.filter((entry) => isFor(entry, 'signing')).map(({ certificate }) => certificate);
}
