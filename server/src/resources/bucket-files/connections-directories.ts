import { VirtualFilesError } from 'ediloom/transports';
import type { AccountQueries } from '../../store/account-queries.js';
import { connectionsOfBucket } from '../connections/connections-using.js';
import { kindOf } from '../connections/kinds/kind-table.js';
import { settingsOf } from '../connections/settings-of.js';

/**
 * Directories of connections stay where they are: partners look for them.
 * @throws VirtualFilesError `denied` for one, and for a directory above one.
 */
export async function demandNoConnectionsDirectory(
  queries: AccountQueries,
  bucket: string,
  directory: string,
): Promise<void> {
  const connections = await connectionsOfBucket(queries, bucket);
  const isOne = connections.some((row) =>
    kindOf(row)
      .placesOf?.(settingsOf(row))
      .directories.some((one) => `${one}/`.startsWith(`${directory}/`)),
  );
  if (isOne) throw new VirtualFilesError('denied');
}
