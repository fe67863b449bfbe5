import { S3Error } from './s3-error.js';

/** Headers that describe an object and are kept with it, beside its type. */
const KEPT = ['cache-control', 'content-disposition', 'content-encoding', 'content-language', 'expires'];
const META = 'x-amz-meta-';
/** Names and values of metadata together. */
const MAX_META = 2048;

/** What is not served, by the header that asks for it. To leave it out in silence would be to break a promise. */
const REFUSED: readonly RegExp[] = [
  /^x-amz-server-side-encryption/,
  /^x-amz-copy-source-server-side-encryption/,
  /^x-amz-object-lock-/,
  /^x-amz-bucket-object-lock-enabled$/,
  /^x-amz-grant-/,
  /^x-amz-website-redirect-location$/,
  /^x-amz-write-offset-bytes$/,
  /^x-amz-if-match-/,
];

/** What an object is described with, by names in small letters. @throws S3Error `MetadataTooLarge`. */
export function describedBy(headers: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const described: Record<string, string> = {};
  let size = 0;
  for (const [name, value] of headers) {
    if (name.startsWith(META)) {
      size += name.length - META.length + value.length;
      described[name] = value;
    } else if (KEPT.includes(name)) {
      const kept = name === 'content-encoding' ? withoutChunks(value) : value;
      if (kept !== '') described[name] = kept;
    }
  }
  if (size > MAX_META) throw new S3Error('MetadataTooLarge');
  return described;
}

/** `aws-chunked` is how the body came, and no property of the object. */
function withoutChunks(encoding: string): string {
  return encoding
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one.toLowerCase() !== 'aws-chunked')
    .join(', ');
}

/** Of every write. @throws S3Error for what is asked for by headers and is not served. */
export function demandServed(headers: ReadonlyMap<string, string>): void {
  for (const [name, value] of headers) {
    const isRefused = REFUSED.some((pattern) => pattern.test(name)) || (name === 'x-amz-tagging' && value !== '');
    if (isRefused)
      throw new S3Error('NotImplemented', `The header ${name} asks for something that is not served here.`);
  }
  const storageClass = headers.get('x-amz-storage-class') ?? 'STANDARD';
  if (storageClass !== 'STANDARD') throw new S3Error('InvalidStorageClass');
  const acl = headers.get('x-amz-acl') ?? 'private';
  // The owner of a bucket has all of its objects here.
  if (!['private', 'bucket-owner-full-control', 'bucket-owner-read'].includes(acl)) {
    throw new S3Error('NotImplemented', 'Objects and buckets are private here: x-amz-acl can be private alone.');
  }
}
