import { S3Error } from './s3-error.js';

/** Headers that ask for something that is not served here. To ignore them would promise it all the same. */
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

/** Judges the headers of a write. @throws S3Error for those that ask for something that is not served here. */
export function demandServed(headers: ReadonlyMap<string, string>): void {
  for (const [name, value] of headers) {
    const isRefused = REFUSED.some((pattern) => pattern.test(name)) || (name === 'x-amz-tagging' && value !== '');
    if (isRefused)
      throw new S3Error('NotImplemented', `The header ${name} asks for something that is not served here.`);
  }
  const storageClass = headers.get('x-amz-storage-class') ?? 'STANDARD';
  if (storageClass !== 'STANDARD') throw new S3Error('InvalidStorageClass');
  const acl = headers.get('x-amz-acl') ?? 'private';
  // These say what holds anyway: the owner of a bucket owns all of its objects here.
  if (!['private', 'bucket-owner-full-control', 'bucket-owner-read'].includes(acl)) {
    throw new S3Error('NotImplemented', 'Objects and buckets are private here: x-amz-acl can be private alone.');
  }
}
