import { VirtualFilesError } from 'ediloom/transports';
import type { AccountQueries } from '../../store/account-queries.js';
import { lockBucket } from '../buckets/lock-bucket.js';
import { connectionsOfBucket } from '../connections/connections-using.js';
import { kindOf } from '../connections/kinds/kind-table.js';
import { settingsOf } from '../connections/settings-of.js';
import { isHomeAt } from '../sftp-users/homes.js';

/**
 * Directories of connections and homes of users stay where they are: partners look for them. The bucket is locked, so that none is made there
 * until the commit.
 * @throws VirtualFilesError `in-use` for one, and for a directory above one.
 */
export async function demandNotKept(queries: AccountQueries, bucket: string, directory: string): Promise<void> {
  await lockBucket(queries, bucket);
  const isKept = (await isHomeAt(queries, bucket, directory)) || (await isOfConnection(queries, bucket, directory));
  if (isKept) throw new VirtualFilesError('in-use');
}

async function isOfConnection(queries: AccountQueries, bucket: string, directory: string): Promise<boolean> {
  const connections = await connectionsOfBucket(queries, bucket);
  return connections.some((row) =>
    kindOf(row)
      .placesOf?.(settingsOf(row))
      .directories.some((one) => `${one}/`.startsWith(`${directory}/`)),
  );
}
