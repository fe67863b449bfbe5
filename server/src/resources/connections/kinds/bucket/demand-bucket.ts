import { type AccountQueries, type JsonObject, lockBucket } from '../../for-kinds.js';
import { refusedSetting } from '../refused-setting.js';

/** Keeps the bucket there until the commit. @throws Problem `invalid` where the account has no such bucket, or a setting of files that come in is for none. */
export async function demandBucket(queries: AccountQueries, settings: JsonObject): Promise<void> {
  const { bucketName, inboundSubdirectory, deleteInboundFilesOnReceipt } = settings;
  if (deleteInboundFilesOnReceipt === true && inboundSubdirectory === undefined) {
    throw refusedSetting('/inboundSubdirectory', 'must say where files come in: deleteInboundFilesOnReceipt is true');
  }
  if ((await lockBucket(queries, String(bucketName))) !== undefined) return;
  throw refusedSetting('/bucketName', 'must name a bucket of the account. Create it first');
}
