import { judgeConditions } from '../../http/conditions.js';
import { etagOf } from '../../resources/buckets/described.js';
import { isObjectKey } from '../../resources/buckets/object-keys.js';
import { copySource } from '../../s3-wire/request-target.js';
import { S3Error } from '../../s3-wire/s3-error.js';
import type { BucketObjects } from '../../store/bucket-tables.js';
import { demandBucket } from './authenticate.js';
import type { S3Call } from './s3-call.js';

/** Bucket and key of what is copied. @throws S3Error where the key pair may not be used for that bucket. */
export function sourceOf({ headers, key }: S3Call): { readonly bucket: string; readonly key: string } {
  const source = copySource(headers.get('x-amz-copy-source') ?? '');
  demandBucket(key, source.bucket);
  if (!isObjectKey(source.key) || !isObjectKey(source.bucket)) throw new S3Error('NoSuchKey');
  return source;
}

/** The conditions that a copy sets on its source. @returns what judges a source by them. */
export function demandSource({ headers }: S3Call): (row: BucketObjects) => void {
  return (row) => {
    const object = { etag: etagOf(row), modified: Number(row.updated_at) };
    if (judgeConditions((name) => headers.get(`x-amz-copy-source-${name}`), object) !== 'met')
      throw new S3Error('PreconditionFailed');
  };
}
