import { queryPairs, type RawRequest } from '../raw-request.js';
import { S3Error } from '../s3-error.js';
import {
  ALGORITHM,
  readCredential,
  readHex,
  readSignedHeaders,
  type Signature,
  type SignedService,
  signingInstant,
  signingTime,
} from './signature.js';

/** Seconds: seven days, as with S3. */
const MAX_EXPIRES = 604_800;

/**
 * Reads the signature of a request. Its form is checked, and nothing else yet.
 * @param service that the request must be signed for.
 * @throws S3Error for a request without one, with two, or of another version.
 */
export function readSignature(request: RawRequest, service: SignedService = 's3'): Signature {
  const header = request.headers.get('authorization');
  const query = new Map<string, string>();
  for (const [name, value] of queryPairs(request.query)) {
    if (!name.startsWith('X-Amz-')) continue;
    if (query.has(name)) throw queryError(`${name} stands more than once in the query.`);
    query.set(name, value);
  }
  const isPresigned = query.has('X-Amz-Algorithm') || query.has('X-Amz-Signature') || query.has('X-Amz-Credential');
  if (header !== undefined && isPresigned) {
    throw new S3Error('InvalidArgument', 'The request is signed in its header and in its query. Sign it once.');
  }
  if (header !== undefined) return ofHeader(header, request.headers, service);
  if (isPresigned) return ofQuery(query, service);
  if (queryPairs(request.query).some(([name]) => name === 'AWSAccessKeyId')) throw oldVersion();
  throw new S3Error(
    'AccessDenied',
    'The request is not signed. Sign it by Signature Version 4, with an S3 key of this server.',
  );
}

function ofHeader(header: string, headers: RawRequest['headers'], service: SignedService): Signature {
  const code = 'AuthorizationHeaderMalformed';
  if (/^AWS\s/.test(header)) throw oldVersion();
  const [, algorithm, rest = ''] = /^(\S+)\s+(.*)$/s.exec(header) ?? [];
  if (algorithm === 'AWS4-ECDSA-P256-SHA256') {
    throw new S3Error(
      'NotImplemented',
      'Signatures over several regions (Version 4A) are not taken here. Use Version 4.',
    );
  }
  if (algorithm !== ALGORITHM) throw new S3Error(code);
  const fields = new Map<string, string>();
  for (const field of rest.split(',')) {
    const [, name, value = ''] = /^\s*(Credential|SignedHeaders|Signature)=(.*?)\s*$/s.exec(field) ?? [];
    if (name === undefined || fields.has(name)) throw new S3Error(code);
    fields.set(name, value);
  }
  const { accessKeyId, scope } = readCredential(fields.get('Credential') ?? '', code, service);
  const signedHeaders = readSignedHeaders(fields.get('SignedHeaders') ?? '', code);
  const signature = readHex(fields.get('Signature') ?? '', code);
  const date = headers.get('x-amz-date') ?? headers.get('date');
  if (date === undefined) throw new S3Error('MissingSecurityHeader', 'The header x-amz-date is missing.');
  const at = signingInstant(date);
  if (at === undefined) throw new S3Error('AccessDenied', 'The header x-amz-date is not of the form 20260131T122600Z.');
  const time = signingTime(at);
  if (!time.startsWith(scope.day)) throw new S3Error(code, 'The credential is for another day than the request.');
  return { form: 'header', accessKeyId, scope, time, at, expires: undefined, signedHeaders, signature };
}

function ofQuery(query: ReadonlyMap<string, string>, service: SignedService): Signature {
  const code = 'AuthorizationQueryParametersError';
  const of = (name: string): string => {
    const value = query.get(name);
    if (value === undefined) throw queryError(`${name} is missing in the query.`);
    return value;
  };
  if (of('X-Amz-Algorithm') !== ALGORITHM) throw queryError(`X-Amz-Algorithm is not ${ALGORITHM}.`);
  const { accessKeyId, scope } = readCredential(of('X-Amz-Credential'), code, service);
  const time = of('X-Amz-Date');
  const at = /^\d/.test(time) ? signingInstant(time) : undefined;
  if (at === undefined) throw queryError('X-Amz-Date is not of the form 20260131T122600Z.');
  if (!time.startsWith(scope.day)) throw queryError('The credential is for another day than X-Amz-Date.');
  const expires = /^\d{1,6}$/.test(of('X-Amz-Expires')) ? Number(of('X-Amz-Expires')) : 0;
  if (expires < 1 || expires > MAX_EXPIRES) throw queryError(`X-Amz-Expires is not from 1 to ${MAX_EXPIRES} seconds.`);
  const signedHeaders = readSignedHeaders(of('X-Amz-SignedHeaders'), code);
  return {
    form: 'query',
    accessKeyId,
    scope,
    time,
    at,
    expires,
    signedHeaders,
    signature: readHex(of('X-Amz-Signature'), code),
  };
}

function queryError(message: string): S3Error {
  return new S3Error('AuthorizationQueryParametersError', message);
}

function oldVersion(): S3Error {
  return new S3Error(
    'InvalidRequest',
    'Signature Version 2 is not taken here. Use Signature Version 4 (AWS4-HMAC-SHA256).',
  );
}
