import type { AccountQueries } from '../../store/account-queries.js';
import type { Connections } from '../../store/tables.js';
import type { ConnectionKind } from './kinds/kind.js';
import { KINDS, kindOf } from './kinds/kind-table.js';
import { settingsOf } from './settings-of.js';

/** Connections that deliver into a bucket. */
export async function connectionsOfBucket(queries: AccountQueries, bucket: string): Promise<readonly Connections[]> {
  const kinds = KINDS.filter(({ bucketOf }) => bucketOf !== undefined);
  return filtered(queries, kinds, (row) => kindOf(row).bucketOf?.(settingsOf(row)) === bucket);
}

/** Connections that an SFTP user reaches. */
export async function connectionsOfUser(queries: AccountQueries, username: string): Promise<readonly Connections[]> {
  const kinds = KINDS.filter(({ userOf }) => userOf !== undefined);
  return filtered(queries, kinds, (row) => kindOf(row).userOf?.(settingsOf(row)) === username);
}

/** By the settings, which no index has: for what is rare, such as deleting. */
async function filtered(
  queries: AccountQueries,
  kinds: readonly ConnectionKind[],
  isIt: (row: Connections) => boolean,
): Promise<readonly Connections[]> {
  const names = kinds.map(({ name }) => name);
  return (await queries.from('connections').selectAll().where('kind', 'in', names).execute()).filter(isIt);
}
