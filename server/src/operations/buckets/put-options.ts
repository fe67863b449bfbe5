import { ApiError } from '../../gateway/api-error.js';
import type { Call } from '../../gateway/call.js';
import { contentMd5 } from '../../http/content-md5.js';
import { bareEtag } from '../../http/etag.js';
import { invalid } from '../../problems.js';
import { keptHeaders } from '../../resources/buckets/object-headers.js';
import type { PutCondition } from '../../resources/buckets/put-condition.js';
import type { PutObjectOptions } from '../../resources/buckets/put-object.js';

type Asking = Pick<Call, 'header' | 'headersWith' | 'contentType'>;

/** What a put says of its bytes, and of what it is to replace. @throws Problem `invalid`. */
export function putOptionsOf(
  call: Asking,
): Pick<PutObjectOptions, 'contentType' | 'headers' | 'condition' | 'expected'> {
  demandWhole(call);
  const condition = conditionOf(call);
  const md5 = md5In(call.header('content-md5'));
  return {
    ...(call.contentType !== '' && { contentType: call.contentType }),
    headers: keptHeaders(Object.entries(call.headersWith(''))),
    ...(condition && { condition }),
    ...(md5 !== undefined && { expected: { md5 } }),
  };
}

/** Conditions by time hold for a whole second, in which an object may be replaced many times, so no write is made to depend on them. */
const BY_TIME = ['if-unmodified-since', 'if-modified-since'] as const;

/** What would not be done must not be done otherwise: a piece of an object would be taken for all of it. @throws Problem `invalid`. */
function demandWhole(call: Pick<Call, 'header'>): void {
  if (BY_TIME.some((name) => call.header(name) !== undefined)) throw oneCondition();
  if (call.header('content-range') === undefined) return;
  throw invalid('A put replaces the whole object. Send all of its bytes, without Content-Range.', {
    code: 'INVALID_RANGE',
  });
}

/** An object is deleted whatever it is: whoever asks for less has it kept. @throws Problem `invalid`. */
export function demandUnconditional(call: Pick<Call, 'header'>): void {
  if (['if-match', 'if-none-match', ...BY_TIME].every((name) => call.header(name) === undefined)) return;
  throw invalid('Objects are deleted without conditions. Leave out If-Match, If-None-Match and the like.', {
    code: 'INVALID_CONDITION',
  });
}

/** A put may name one ETag that it replaces, or none or any object: of several it would not be known which one was there. */
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
  // A weak ETag stands for bytes that are alike and not the same, so no object has it.
  if (etag.startsWith('W/')) throw new ApiError(412, 'PRECONDITION_FAILED', 'If-Match takes a strong ETag. Send one.');
  return { ifMatch: bareEtag(etag) };
}

function oneCondition() {
  return invalid('A put takes If-None-Match: *, or If-Match with one ETag. Send one of them.', {
    code: 'INVALID_CONDITION',
  });
}

/** Hexadecimal digits of what Content-MD5 has in base64. */
function md5In(header: string | undefined): string | undefined {
  const digest = header === undefined ? undefined : contentMd5(header);
  if (header === undefined || digest !== undefined) return digest;
  throw invalid('Content-MD5 is no MD5 in base64. Send the 16 bytes of the digest in base64, or leave it out.', {
    code: 'INVALID_DIGEST',
  });
}
