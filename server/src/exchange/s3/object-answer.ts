import type { AskedRange } from '../../http/byte-range.js';
import { httpDate, isRangeOf, judgeConditions } from '../../http/conditions.js';
import { quotedEtag } from '../../http/etag.js';
import { descriptionOf, etagOf, headersOf } from '../../resources/buckets/described.js';
import { askedRange } from '../../s3-wire/byte-range.js';
import { checksumText } from '../../s3-wire/checksums/checksum-text.js';
import { S3_STATUS, S3Error } from '../../s3-wire/s3-error.js';
import { isStorable } from '../../store/bindable.js';
import type { BucketObjects } from '../../store/bucket-tables.js';
import type { S3Answer, S3Call } from './s3-call.js';
import { checksumHeaders } from './shown-checksum.js';

/** Headers that a request may ask for in place of those of the object, by the parameter that does. */
const OVERRIDES: Readonly<Record<string, string>> = {
  'response-cache-control': 'cache-control',
  'response-content-disposition': 'content-disposition',
  'response-content-encoding': 'content-encoding',
  'response-content-language': 'content-language',
  'response-content-type': 'content-type',
  'response-expires': 'expires',
};

/** What is to be answered of an object, once its row is known. */
export interface ReadPlan {
  readonly row: BucketObjects;
  /** The client has it already. */
  readonly isNotModified: boolean;
  readonly range: AskedRange | undefined;
}

/** @throws S3Error `PreconditionFailed`, `InvalidRange`. */
export function planRead({ headers }: S3Call, row: BucketObjects): ReadPlan {
  const header = (name: string): string | undefined => headers.get(name);
  const version = { etag: etagOf(row), modified: Number(row.updated_at) };
  const judged = judgeConditions(header, version);
  if (judged === 'failed') throw new S3Error('PreconditionFailed');
  const isWhole = judged === 'not-modified' || !isRangeOf(header, version);
  const range = isWhole ? undefined : askedRange(headers.get('range'), Number(row.size));
  return { row, isNotModified: judged === 'not-modified', range };
}

/** Status and headers of a read. @throws S3Error for a header that cannot be given. */
export function readAnswer(call: S3Call, { row, isNotModified, range }: ReadPlan): S3Answer {
  const size = Number(row.size);
  const named = { etag: quotedEtag(etagOf(row)), 'last-modified': httpDate(Number(row.updated_at)) };
  if (isNotModified) return { status: S3_STATUS.notModified, headers: named };
  return {
    status: range === undefined ? S3_STATUS.ok : S3_STATUS.partial,
    // A cache on the way may keep an answer to a presigned URL, so that one says no-store. An answer to this header it never keeps.
    isOfObject: call.headers.has('authorization'),
    headers: {
      'content-type': row.content_type,
      // A page that a browser opens by a presigned URL has no rights of the site that it is read from.
      'content-security-policy': "sandbox; default-src 'none'",
      ...headersOf(row),
      ...overrides(call),
      ...named,
      'accept-ranges': 'bytes',
      'content-length': String(range?.length ?? size),
      ...(range && { 'content-range': `bytes ${range.from}-${range.from + range.length - 1}/${size}` }),
      ...(range === undefined &&
        call.headers.get('x-amz-checksum-mode')?.toUpperCase() === 'ENABLED' &&
        checksumOf(row)),
    },
  };
}

/** The checksum that whoever put it has sent; else the one that is known of every object. Clients compare it with what they get. */
function checksumOf(row: BucketObjects): Readonly<Record<string, string>> {
  const sha256 = checksumText('sha256', Buffer.from(row.sha256, 'hex').toString('base64'));
  return { ...checksumHeaders(descriptionOf(row).checksum ?? sha256), 'x-amz-checksum-type': 'FULL_OBJECT' };
}

function overrides({ target }: S3Call): Readonly<Record<string, string>> {
  const given: Record<string, string> = {};
  for (const [parameter, header] of Object.entries(OVERRIDES)) {
    const value = target.query.get(parameter);
    if (value === undefined) continue;
    if (/\p{Cc}/u.test(value) || !isStorable(value))
      throw new S3Error('InvalidArgument', `${parameter} cannot be a header.`);
    // Characters of headers are bytes.
    given[header] = Buffer.from(value).toString('latin1');
  }
  return given;
}
