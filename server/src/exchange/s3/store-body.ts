import { Problem } from '../../problems.js';
import { S3Error } from '../../s3-wire/s3-error.js';
import type { OpenedBody, S3Answer, S3Call } from './s3-call.js';

/** Opens the body of a request and has it stored. Whether that succeeds or not, the body is over after it. @throws as `store`; S3Error for another digest. */
export async function storeBody(call: S3Call, store: (body: OpenedBody) => Promise<S3Answer>): Promise<S3Answer> {
  const body = call.body.open();
  try {
    return await store(body);
  } catch (error) {
    const isDigest = error instanceof Problem && error.code === 'BAD_DIGEST';
    // Where both digests were announced it is not known which one differs: the code is then that of Content-MD5.
    if (isDigest) throw new S3Error(body.expected.md5 === undefined ? 'XAmzContentSHA256Mismatch' : 'BadDigest');
    throw error;
  } finally {
    body.bytes.destroy();
  }
}
