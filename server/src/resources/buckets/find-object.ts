import { Problem } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { BucketObjects, Buckets } from '../../store/bucket-tables.js';

/** Whose, and which. */
export interface ObjectPlace {
  readonly accountId: string;
  /** Of the one who asks: buckets of the other mode are not there. Default: either. */
  readonly mode?: Buckets['mode'] | undefined;
  readonly bucket: string;
  readonly key: string;
  /** Of the one who asks, as `Caller` has it. */
  readonly depth?: number | undefined;
}

/** The object of a key; `undefined` where there is none. */
export async function objectAt(
  queries: AccountQueries,
  bucket: string,
  key: string,
): Promise<BucketObjects | undefined> {
  return queries
    .from('bucket_objects')
    .selectAll()
    .where('bucket', '=', bucket)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** @throws Problem `not-found` with the code `NO_SUCH_KEY`. */
export async function findObject(queries: AccountQueries, bucket: string, key: string): Promise<BucketObjects> {
  const row = await objectAt(queries, bucket, key);
  if (row === undefined) throw noSuchKey();
  return row;
}

export function noSuchKey(): Problem {
  return new Problem('not-found', 'The bucket has no object with this key.', { code: 'NO_SUCH_KEY' });
}

/** An object as the audit and events name it. */
export function objectId({ bucket, key }: Pick<ObjectPlace, 'bucket' | 'key'>): string {
  return `${bucket}/${key}`;
}

/** Whether a bucket holds any object. */
export async function hasObjects(queries: AccountQueries, bucket: string): Promise<boolean> {
  const row = await queries
    .from('bucket_objects')
    .select('key')
    .where('bucket', '=', bucket)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
