import { type AccountQueries, hasBucket, type JsonObject } from '../../for-kinds.js';

import { refusedSetting } from '../refused-setting.js';

/** @throws Problem `invalid` where the account has no such bucket. */
export async function demandBucket(queries: AccountQueries, { bucketName }: JsonObject): Promise<void> {
  if (await hasBucket(queries, String(bucketName))) return;
  throw refusedSetting('/bucketName', 'must name a bucket of the account. Create it first');
}
