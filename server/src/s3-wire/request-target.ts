import { decodedText, queryPairs, type RawRequest } from './raw-request.js';
import { S3Error } from './s3-error.js';

/** Bucket, key and query of a request, decoded. */
export interface RequestTarget {
  /** Absent: the server itself. */
  readonly bucket: string | undefined;
  /** Absent: the bucket itself. */
  readonly key: string | undefined;
  /** Without parameters `X-Amz-*`, which presigned URLs have in place of headers. Of several with one name, the first. */
  readonly query: ReadonlyMap<string, string>;
}

/**
 * Reads `/bucket/key`. All that follows the second slash is the key as it is: `//`, `.` and `..` are parts of keys like any other.
 * @throws S3Error `InvalidURI`.
 */
export function requestTarget({ path, query }: Pick<RawRequest, 'path' | 'query'>): RequestTarget {
  const end = path.indexOf('/', 1);
  const bucket = decodedText(end < 0 ? path.slice(1) : path.slice(1, end));
  const key = end < 0 ? '' : decodedText(path.slice(end + 1));
  const pairs = new Map<string, string>();
  for (const [name, value] of queryPairs(query)) {
    if (isHeader(name) || pairs.has(name)) continue;
    pairs.set(name, value);
  }
  if (bucket === '' && key !== '') throw new S3Error('InvalidBucketName');
  return { bucket: bucket === '' ? undefined : bucket, key: key === '' ? undefined : key, query: pairs };
}

/**
 * The headers of a request, with those that a presigned URL has in its query, where its signature covers them.
 * @param isPresigned if not, such parameters of the query are ignored.
 */
export function headersWithin({ headers, query }: RawRequest, isPresigned: boolean): ReadonlyMap<string, string> {
  if (!isPresigned) return headers;
  const hoisted = queryPairs(query).filter(([name, value]) => isHeader(name) && !isOfNothing(name, value));
  const inQuery = hoisted.map(([name, value]) => [name.toLowerCase(), Buffer.from(value).toString('latin1')] as const);
  return new Map([...headers, ...inQuery]);
}

/**
 * Clients that sign a URL for a put have no bytes at that time, and sum up those: by default they write the checksum of nothing into it, whatever
 * is put by it later. One that is of something was meant.
 */
function isOfNothing(name: string, value: string): boolean {
  return /^x-amz-checksum-crc/i.test(name) && /^A+=*$/.test(value);
}

function isHeader(name: string): boolean {
  return /^x-amz-/i.test(name);
}

/** Bucket and key of `x-amz-copy-source`. @throws S3Error. */
export function copySource(header: string): { readonly bucket: string; readonly key: string } {
  const [path = '', query = '', ...more] = header.replace(/^\//, '').split('?');
  if (more.length > 0 || (query !== '' && query !== 'versionId=null')) {
    throw query.startsWith('versionId=') ? new S3Error('NoSuchVersion') : wrongSource();
  }
  // Some encode the slash between the two as well.
  const text = decodedText(path.replaceAll('+', '%20'));
  const end = text.indexOf('/');
  if (end < 1 || end === text.length - 1) throw wrongSource();
  return { bucket: text.slice(0, end), key: text.slice(end + 1) };
}

function wrongSource(): S3Error {
  return new S3Error('InvalidArgument', 'x-amz-copy-source is not of the form bucket/key, percent-encoded.');
}
