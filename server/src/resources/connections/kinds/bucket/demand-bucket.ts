import { type AccountQueries, type JsonObject, lockBucket } from '../../for-kinds.js';
import { refusedSetting } from '../refused-setting.js';

/** Keeps the bucket there until the commit. @throws Problem `invalid` where the account has no such bucket. */
export async function demandBucket(queries: AccountQueries, { bucketName }: JsonObject): Promise<void> {
  if ((await lockBucket(queries, String(bucketName))) !== undefined) return;
  throw refusedSetting('/bucketName', 'must name a bucket of the account. Create it first');
}
