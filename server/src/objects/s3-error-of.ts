import { ObjectStoreError } from './object-store.js';

interface S3Failure {
  readonly name: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** There is no such object; a bucket that is not there is another matter. */
export function isNotFound(error: unknown): boolean {
  const failure = failureOf(error);
  return failure !== undefined && failure.$metadata?.httpStatusCode === 404 && failure.name !== 'NoSuchBucket';
}

/** The range begins beyond the end of the object. */
export function isOutOfRange(error: unknown): boolean {
  return failureOf(error)?.$metadata?.httpStatusCode === 416;
}

/**
 * Every store answers a PUT with the object's tag. Who answers 200 without it is none: a proxy before it, or another server at its address.
 * @throws ObjectStoreError `unavailable`.
 */
export function demandTag(tag: string | undefined): void {
  if (tag !== undefined && tag !== '') return;
  throw new ObjectStoreError(
    'unavailable',
    'What answers at OBJECTS_URL took an object without its ETag, as no S3 store does. See what stands between it and this server.',
  );
}

/** A failure of the store or of the way to it as the port reports it; any other error, of a source for one, as it is. */
export function s3ErrorOf(error: unknown): unknown {
  const failure = failureOf(error);
  if (failure === undefined || failure.name === 'AbortError') return error;
  const status = failure.$metadata.httpStatusCode;
  const what = status === undefined ? 'does not answer' : `answers ${status} (${failure.name})`;
  return new ObjectStoreError(
    'unavailable',
    `The object store ${what}. See that OBJECTS_URL names the bucket and that its key may list, read, write and delete there.`,
    // What the client package throws has the whole request in it.
    { cause: new Error(failure.name) },
  );
}

/** What the client package throws carries what it knows of the request. */
function failureOf(error: unknown): (S3Failure & Required<Pick<S3Failure, '$metadata'>>) | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  return error as unknown as S3Failure & Required<Pick<S3Failure, '$metadata'>>;
}
