import { Problem } from '../../problems.js';
import { S3Error } from '../../s3-wire/s3-error.js';
import type { OpenedBody, S3Answer, S3Call } from './s3-call.js';

/** Opens the body of a request and has it stored; whatever ends that ends the body. @throws what `store` throws, in the words of S3 where digests differ. */
export async function storing(call: S3Call, store: (body: OpenedBody) => Promise<S3Answer>): Promise<S3Answer> {
  const body = call.body.open();
  try {
    return await store(body);
  } catch (error) {
    const isDigest = error instanceof Problem && error.code === 'BAD_DIGEST';
    // Of two that were given the one that HTTP has is told.
    if (isDigest) throw new S3Error(body.expected.md5 === undefined ? 'XAmzContentSHA256Mismatch' : 'BadDigest');
    throw error;
  } finally {
    body.bytes.destroy();
  }
}
