import type { AccountQueries } from '../../store/account-queries.js';
import { LOCK } from '../../store/lock-row.js';
import type { Bucket } from './rows.js';

/**
 * Reads a bucket and locks it, as {@link LOCK} says: before a connection or a user refers to it, and before it is deleted.
 * @param mode of the key, or of the user, that refers to it. Default `live`: connections name live buckets alone.
 * @returns `undefined` where the account has none of this mode.
 */
export function lockBucket(
  queries: AccountQueries,
  name: string,
  mode: Bucket['mode'] = 'live',
): Promise<Bucket | undefined> {
  const row = queries.update('buckets').set(LOCK).where('name', '=', name).where('mode', '=', mode);
  return row.returningAll().executeTakeFirst();
}
