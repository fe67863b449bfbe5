import type { Logger } from 'pino';
import { errorText } from '../../jobs/error-text.js';
import { ObjectStoreError } from '../../objects/object-store.js';
import { Problem } from '../../problems.js';
import { type S3Code, S3Error } from '../../s3-wire/s3-error.js';
import { StoreError } from '../../store/store.js';

/** The code of S3 for a code that a resource throws. Others go by their kind, as below. */
const CODES: Readonly<Record<string, S3Code>> = {
  BAD_DIGEST: 'BadDigest',
  BAD_KEY: 'InvalidArgument',
  BAD_PART_NUMBER: 'InvalidArgument',
  BUCKET_ALREADY_EXISTS: 'BucketAlreadyExists',
  BUCKET_NOT_EMPTY: 'BucketNotEmpty',
  CHANGED_MEANWHILE: 'OperationAborted',
  INVALID_PART: 'InvalidPart',
  INVALID_PART_ORDER: 'InvalidPartOrder',
  METADATA_TOO_LARGE: 'MetadataTooLarge',
  NO_SUCH_BUCKET: 'NoSuchBucket',
  NO_SUCH_KEY: 'NoSuchKey',
  NO_SUCH_UPLOAD: 'NoSuchUpload',
  PART_TOO_SMALL: 'EntityTooSmall',
  PRECONDITION_FAILED: 'PreconditionFailed',
  // Of a bucket that connections or users need: `deleteBucket` says which.
  RESOURCE_CONFLICT: 'InvalidBucketState',
  STORAGE_QUOTA_EXCEEDED: 'QuotaExceeded',
  WRONG_SIZE: 'InvalidRequest',
};

const KINDS: Readonly<Record<Problem['kind'], S3Code>> = {
  invalid: 'InvalidArgument',
  denied: 'AccessDenied',
  'not-found': 'NoSuchKey',
  conflict: 'OperationAborted',
  'too-large': 'EntityTooLarge',
  'over-quota': 'QuotaExceeded',
  'too-many': 'SlowDown',
  unavailable: 'ServiceUnavailable',
  'not-supported': 'NotImplemented',
};

/** Any error as an error of S3. One that was not foreseen is logged, and its text does not leave the server. */
export function s3ErrorOf(error: unknown, log: Pick<Logger, 'error'>): S3Error {
  if (error instanceof S3Error) return error;
  if (error instanceof Problem) {
    // Full disks and the like are the operator's to mend.
    if (error.kind === 'unavailable') log.error({ error: errorText(error) }, 'A request of S3 could not be served.');
    // An error of S3 has one text: it has the single reasons in it.
    const text = [error.message, ...error.errors.map(({ message }) => message)].join(' ');
    return new S3Error(CODES[error.code] ?? KINDS[error.kind], text, { cause: error });
  }
  if (error instanceof ObjectStoreError) {
    if (error.code === 'too-large') return new S3Error('EntityTooLarge');
    log.error({ error: errorText(error) }, 'An object could not be read or written.');
    return new S3Error(error.code === 'unavailable' ? 'ServiceUnavailable' : 'InternalError');
  }
  if (error instanceof StoreError && (error.code === 'unavailable' || error.code === 'closed')) {
    log.error({ error: errorText(error) }, 'The store did not answer a request of S3.');
    return new S3Error('ServiceUnavailable');
  }
  // The client has left in the middle of its body: nobody reads the answer, and nothing is wrong with the server.
  if (error instanceof Error && error.name === 'AbortError')
    return new S3Error('IncompleteBody', undefined, { cause: error });
  log.error({ err: error }, 'A request of S3 failed.');
  return new S3Error('InternalError');
}
