import { bareEtag } from '../http/etag.js';
import { S3Error } from './s3-error.js';

/** The condition that headers set for the object which a write replaces, as `PutCondition` of the buckets has it. @throws S3Error for conditions that are not served. */
export function writeCondition(
  headers: ReadonlyMap<string, string>,
): { readonly ifNoneMatch: '*' } | { readonly ifMatch: string } | undefined {
  const match = headers.get('if-match');
  const noneMatch = headers.get('if-none-match');
  if (
    headers.has('if-modified-since') ||
    headers.has('if-unmodified-since') ||
    (match !== undefined && noneMatch !== undefined)
  ) {
    throw new S3Error('NotImplemented', 'A write takes If-Match with one ETag, or If-None-Match: *.');
  }
  if (noneMatch !== undefined) {
    if (noneMatch !== '*') throw new S3Error('NotImplemented', 'If-None-Match of a write can be * alone.');
    return { ifNoneMatch: '*' };
  }
  if (match === undefined) return undefined;
  if (match === '*' || match.includes(',')) throw new S3Error('NotImplemented', 'If-Match of a write names one ETag.');
  return { ifMatch: bareEtag(match) };
}
