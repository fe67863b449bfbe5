import { ApiError } from '../../gateway/api-error.js';
import { notFound, Problem } from '../../problems.js';

/** An account that is full may be written to again once something is deleted: clients that try again do so a few times. */
const FULL_SECONDS = '5';

/**
 * Problems of buckets as HTTP has them, where it has a status that no kind of problem is: a condition of the request that is not met, and
 * an account that is full, which published clients know as one that asks too much.
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

/** Who asks for a bucket itself is told of it as of any other thing; who asks for what is in it, that there is no such bucket. */
export async function asResource<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Problem && error.code === 'NO_SUCH_BUCKET' ? notFound('bucket') : error;
  }
}
