import type { ProblemDetail } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { S3Keys } from '../../store/bucket-tables.js';
import { modesOfBuckets } from '../buckets/rows.js';

/** What a person should know of a bucket that a key pair is made for. */
export interface BucketWarning extends ProblemDetail {
  readonly path: string;
  readonly code: 'NO_SUCH_BUCKET' | 'BUCKET_OF_OTHER_MODE';
  readonly message: string;
  readonly bucketName: string;
}

const MESSAGES: Readonly<Record<BucketWarning['code'], string>> = {
  NO_SUCH_BUCKET: 'There is no bucket of this name yet. Make it, or make another key pair if the name is misspelt.',
  BUCKET_OF_OTHER_MODE:
    'The bucket of this name is of the other mode, so that the key pair does not reach it. Make one of its mode.',
};

/** Buckets that a key pair does not reach as it is made. They are no reason to refuse it: it may be made before they are. */
export async function bucketWarnings(
  queries: AccountQueries,
  { buckets = [], mode }: { readonly buckets?: readonly string[] | undefined; readonly mode: S3Keys['mode'] },
): Promise<readonly BucketWarning[]> {
  if (buckets.length === 0) return [];
  const modes = await modesOfBuckets(queries, buckets);
  return buckets.flatMap((bucketName, index): readonly BucketWarning[] => {
    const there = modes.get(bucketName);
    if (there === mode) return [];
    const code = there === undefined ? 'NO_SUCH_BUCKET' : 'BUCKET_OF_OTHER_MODE';
    return [{ path: `/buckets/${index}`, code, message: MESSAGES[code], bucketName }];
  });
}
