import { ApiError } from '../../gateway/api-error.js';
import type { Call } from '../../gateway/call.js';
import { invalid } from '../../problems.js';
import type { PutCondition } from '../../resources/buckets/put-condition.js';
import type { PutObjectOptions } from '../../resources/buckets/put-object.js';

/** Headers that describe an object and are kept with it, beside its type. */
const KEPT = ['cache-control', 'content-disposition', 'content-encoding', 'content-language', 'expires'] as const;
const META = 'x-amz-meta-';
/** Bytes of names and values of metadata together, as with S3. */
const MOST_META = 2048;

type Asking = Pick<Call, 'header' | 'headersWith' | 'contentType'>;

/** What a put says of its bytes, and of what it is to replace. @throws Problem `invalid`. */
export function putOptionsOf(
  call: Asking,
): Pick<PutObjectOptions, 'contentType' | 'headers' | 'condition' | 'expected'> {
  const condition = conditionOf(call);
  const md5 = md5In(call.header('content-md5'));
  return {
    ...(call.contentType !== '' && { contentType: call.contentType }),
    headers: headersOf(call),
    ...(condition && { condition }),
    ...(md5 !== undefined && { expected: { md5 } }),
  };
}

function headersOf(call: Asking): Readonly<Record<string, string>> {
  const meta = call.headersWith(META);
  const size = Object.entries(meta).reduce((sum, [name, value]) => sum + name.length - META.length + value.length, 0);
  if (size > MOST_META) {
    throw invalid(`Headers ${META}* have ${MOST_META} bytes at most, all together. Send less.`, {
      code: 'METADATA_TOO_LARGE',
    });
  }
  const kept = KEPT.flatMap((name) => {
    const value = call.header(name);
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return { ...meta, ...Object.fromEntries(kept) };
}

/** Of a put there is one ETag, or any: which of several it was would not be known. */
function conditionOf(call: Asking): PutCondition | undefined {
  const match = call.header('if-match');
  const noneMatch = call.header('if-none-match');
  if (match === undefined && noneMatch === undefined) return undefined;
  if (match !== undefined && noneMatch !== undefined) throw oneCondition();
  if (noneMatch !== undefined) {
    if (noneMatch.trim() !== '*') throw oneCondition();
    return { ifNoneMatch: '*' };
  }
  const [etag = '', ...more] = (match ?? '').split(',').map((one) => one.trim());
  if (etag === '' || more.length > 0) throw oneCondition();
  // A weak one names no bytes: nothing is it.
  if (etag.startsWith('W/')) throw new ApiError(412, 'PRECONDITION_FAILED', 'If-Match takes a strong ETag. Send one.');
  return { ifMatch: etag.replace(/^"(.*)"$/, '$1') };
}

function oneCondition() {
  return invalid('A put takes If-None-Match: *, or If-Match with one ETag. Send one of them.', {
    code: 'INVALID_CONDITION',
  });
}

/** Hexadecimal digits of what Content-MD5 has in base64. */
function md5In(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const bytes = Buffer.from(header, 'base64');
  if (bytes.length === 16 && bytes.toString('base64') === header.trim()) return bytes.toString('hex');
  throw invalid('Content-MD5 is no MD5 in base64. Send the 16 bytes of the digest in base64, or leave it out.', {
    code: 'INVALID_DIGEST',
  });
}
