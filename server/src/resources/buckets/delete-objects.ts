import type { Platform } from '../../platform.js';
import { AccountQueries } from '../../store/account-queries.js';
import { listOf } from '../../store/value-list.js';
import { dropBytes } from './drop-bytes.js';
import { noSuchKey, type ObjectPlace } from './find-object.js';
import { findBucket } from './rows.js';
import { storedNameOf } from './stored-names.js';

type Needs = Pick<Platform, 'store' | 'objects' | 'clock'>;

/** What else is written in the commit that takes objects away, with the keys that were there. */
export type AlsoDeleted = (queries: AccountQueries, keys: readonly string[]) => Promise<void>;

/** @throws Problem `not-found` with the code `NO_SUCH_BUCKET` or `NO_SUCH_KEY`. */
export async function deleteObject(services: Needs, place: ObjectPlace, also?: AlsoDeleted): Promise<void> {
  const { key, ...bucket } = place;
  const gone = await deleteObjects(services, bucket, [key], also);
  if (gone.length === 0) throw noSuchKey();
}

/**
 * Takes objects away in one commit; keys without an object are no error. Rows go before bytes: nobody sees bytes without a row, but a row
 * without bytes would be an object that cannot be read.
 * @returns the keys of those that were there.
 * @throws Problem `not-found` with the code `NO_SUCH_BUCKET`.
 */
export async function deleteObjects(
  services: Needs,
  { accountId, mode, bucket }: Omit<ObjectPlace, 'key'>,
  keys: readonly string[],
  also?: AlsoDeleted,
): Promise<readonly string[]> {
  const gone = await services.store.write(async (tx) => {
    const queries = new AccountQueries(tx, accountId);
    await findBucket(queries, bucket, mode);
    const rows = await queries
      .delete('bucket_objects')
      .where('bucket', '=', bucket)
      .where('key', 'in', listOf(tx, keys))
      .returning(['bucket', 'key', 'object_name', 'size'])
      .execute();
    const there = rows.map(({ key }) => key);
    if (there.length > 0) await also?.(queries, there);
    return rows;
  });
  const bytes = gone.map((row) => ({ name: storedNameOf(row), size: Number(row.size) }));
  await dropBytes(services, accountId, bytes);
  return gone.map(({ key }) => key);
}
