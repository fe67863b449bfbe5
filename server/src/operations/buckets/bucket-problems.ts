import { ApiError } from '../../gateway/api-error.js';
import { notFound, Problem } from '../../problems.js';

/** Seconds after which a client may try again: by then something may have been deleted from an account that is full. */
const FULL_SECONDS = '5';

/**
 * Two problems of buckets whose status does not follow from their kind: a condition of the request that does not hold is a 412, and an account that is
 * full is a 429 to published clients.
 */
export async function answeringProblems<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { kind, code, message } = error;
    if (code === 'PRECONDITION_FAILED') throw new ApiError(412, code, message);
    if (kind === 'over-quota') throw new ApiError(429, code, message, { headers: { 'retry-after': FULL_SECONDS } });
    throw error;
  }
}

/** A bucket that is not there is RESOURCE_NOT_FOUND to whoever asks for the bucket itself, as any other resource; to whoever asks for an object in it, NO_SUCH_BUCKET. */
export async function asResource<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Problem && error.code === 'NO_SUCH_BUCKET' ? notFound('bucket') : error;
  }
}
