import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { RawRequest } from '../raw-request.js';
import { S3Error } from '../s3-error.js';
import { canonicalRequests } from './canonical-request.js';
import { ALGORITHM, type Signature, type SigningScope, scopeText } from './signature.js';

const SKEW_MS = 15 * 60_000;

/** What the signatures of the chunks of a body are checked with. */
export interface SigningContext {
  readonly key: Buffer;
  readonly time: string;
  readonly scope: string;
  /** That of the request, with which the chain of the chunks begins. */
  readonly signature: string;
}

/**
 * Checks the time of a request, and that its signature covers `host` and all headers `x-amz-*`. The secret is looked up only after this.
 * @param now milliseconds since 1970.
 * @throws S3Error
 */
export function checkTerms(
  { headers }: RawRequest,
  { form, at, expires, signedHeaders }: Signature,
  now: number,
): void {
  if (form === 'header' && Math.abs(now - at) > SKEW_MS) throw new S3Error('RequestTimeTooSkewed');
  if (form === 'query') {
    if (at - now > SKEW_MS) throw new S3Error('AccessDenied', 'The presigned URL is not good yet. Check the clocks.');
    if (now > at + (expires ?? 0) * 1000) throw new S3Error('AccessDenied', 'The presigned URL has expired.');
  }
  if (!signedHeaders.includes('host')) throw new S3Error('SignatureDoesNotMatch', 'The header host is not signed.');
  const unsigned = [...headers.keys()].find((name) => name.startsWith('x-amz-') && !signedHeaders.includes(name));
  if (unsigned !== undefined) {
    throw new S3Error(
      'AccessDenied',
      'A header of the request that begins with x-amz- is not signed. Sign all of these.',
    );
  }
}

/** @param payload as `payloadForm` has it. @throws S3Error `SignatureDoesNotMatch`. */
export function checkSignature(
  request: RawRequest,
  signature: Signature,
  { secret, payload }: { readonly secret: string; readonly payload: string },
): SigningContext {
  const key = signingKey(secret, signature.scope);
  const scope = scopeText(signature.scope);
  const isRight = canonicalRequests(request, signature, payload).some((canonical) => {
    // In headers as Node has them each character is a byte.
    const hash = createHash('sha256').update(canonical, 'latin1').digest('hex');
    return isSameHex(signature.signature, signed(key, [ALGORITHM, signature.time, scope, hash]));
  });
  if (!isRight) throw new S3Error('SignatureDoesNotMatch');
  return { key, time: signature.time, scope, signature: signature.signature };
}

export function signingKey(secret: string, { day, region, service }: SigningScope): Buffer {
  const mac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return mac(mac(mac(mac(`AWS4${secret}`, day), region), service), 'aws4_request');
}

/** The signature of these lines. @returns 64 hexadecimal digits. */
export function signed(key: Buffer, lines: readonly string[]): string {
  return createHmac('sha256', key).update(lines.join('\n')).digest('hex');
}

/** In constant time. */
export function isSameHex(given: string, expected: string): boolean {
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
