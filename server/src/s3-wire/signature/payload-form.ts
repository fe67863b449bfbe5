import { queryPairs, type RawRequest } from '../raw-request.js';
import { S3Error } from '../s3-error.js';
import type { Signature } from './signature.js';

/** The form of a body, by the header `x-amz-content-sha256`. */
export type PayloadForm =
  | { readonly kind: 'unsigned' }
  /** SHA-256 of the body. */
  | { readonly kind: 'hashed'; readonly sha256: string }
  /** In chunks (`aws-chunked`): each signed or not, with checksums behind the last one or not. */
  | { readonly kind: 'chunked'; readonly isSigned: boolean; readonly hasTrailer: boolean };

const FORMS: Readonly<Record<string, PayloadForm>> = {
  'UNSIGNED-PAYLOAD': { kind: 'unsigned' },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD': { kind: 'chunked', isSigned: true, hasTrailer: false },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER': { kind: 'chunked', isSigned: true, hasTrailer: true },
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER': { kind: 'chunked', isSigned: false, hasTrailer: true },
};

/** @returns with `payload`, as it is signed. @throws S3Error. */
export function payloadForm(
  request: RawRequest,
  { form }: Pick<Signature, 'form'>,
): { readonly payload: string; readonly bodyForm: PayloadForm } {
  const inQuery = queryPairs(request.query).find(([name]) => name.toLowerCase() === 'x-amz-content-sha256')?.[1];
  const payload =
    request.headers.get('x-amz-content-sha256') ?? (form === 'query' ? (inQuery ?? 'UNSIGNED-PAYLOAD') : undefined);
  if (payload === undefined) throw new S3Error('MissingSecurityHeader', 'The header x-amz-content-sha256 is missing.');
  if (/^[0-9a-f]{64}$/i.test(payload)) return { payload, bodyForm: { kind: 'hashed', sha256: payload.toLowerCase() } };
  const bodyForm = Object.hasOwn(FORMS, payload) ? FORMS[payload] : undefined;
  if (bodyForm !== undefined) return { payload, bodyForm };
  throw new S3Error(
    'InvalidArgument',
    'x-amz-content-sha256 is no hash of 64 hexadecimal digits, and none of the forms UNSIGNED-PAYLOAD, STREAMING-AWS4-HMAC-SHA256-PAYLOAD, ' +
      'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER, STREAMING-UNSIGNED-PAYLOAD-TRAILER.',
  );
}
