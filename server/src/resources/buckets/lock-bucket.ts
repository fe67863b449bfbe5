import type { AccountQueries } from '../../store/account-queries.js';
import { LOCK } from '../../store/lock-row.js';
import type { Bucket } from './rows.js';

/** Reads a bucket and locks it, as {@link LOCK} says: before a connection or a user refers to it, and before it is deleted. */
export function lockBucket(queries: AccountQueries, name: string): Promise<Bucket | undefined> {
  return queries.update('buckets').set(LOCK).where('name', '=', name).returningAll().executeTakeFirst();
}
