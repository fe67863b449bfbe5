import type { KnownS3Key, KnownS3Keys } from '../../resources/s3-keys/known-s3-keys.js';
import { isRead, type S3Operation } from '../../s3-wire/find-operation.js';
import type { RawRequest } from '../../s3-wire/raw-request.js';
import { S3Error } from '../../s3-wire/s3-error.js';
import { checkSignature, checkTerms, type SigningContext } from '../../s3-wire/signature/check-signature.js';
import { type PayloadForm, payloadForm } from '../../s3-wire/signature/payload-form.js';
import { readSignature } from '../../s3-wire/signature/read-signature.js';

/** Who has signed a request. */
export interface Signed {
  readonly key: KnownS3Key;
  readonly bodyForm: PayloadForm;
  readonly signing: SigningContext;
  readonly isPresigned: boolean;
}

/** Finds out whose request it is. Before its signature is checked, nothing else in it is believed. @throws S3Error. */
export async function authenticate(keys: KnownS3Keys, request: RawRequest, now: number): Promise<Signed> {
  const signature = readSignature(request);
  checkTerms(request, signature, now);
  const { payload, bodyForm } = payloadForm(request, signature);
  const key = await keys.find(signature.accessKeyId);
  if (key === undefined) throw new S3Error('InvalidAccessKeyId', 'There is no such access key, or it has expired.');
  const signing = checkSignature(request, signature, { secret: key.secret, payload });
  keys.used(key);
  return { key, bodyForm, signing, isPresigned: signature.form === 'query' };
}

/** @throws S3Error `AccessDenied` where the key may not do it, whether or not the bucket is there. */
export function demandAccess(
  { access, buckets }: KnownS3Key,
  operation: S3Operation,
  bucket: string | undefined,
): void {
  if (access === 'read' && !isRead(operation)) throw new S3Error('AccessDenied', 'The key may list and read alone.');
  if (bucket !== undefined) demandBucket({ buckets }, bucket);
  const isOfBuckets = operation === 'CreateBucket' || operation === 'DeleteBucket';
  if (isOfBuckets && buckets !== undefined) {
    throw new S3Error('AccessDenied', 'The key is for some buckets: it makes and deletes none.');
  }
}

export function demandBucket({ buckets }: Pick<KnownS3Key, 'buckets'>, bucket: string): void {
  if (buckets?.has(bucket) === false) throw new S3Error('AccessDenied', 'The key may not be used for this bucket.');
}
