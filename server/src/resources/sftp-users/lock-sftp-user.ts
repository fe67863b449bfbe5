import type { AccountQueries } from '../../store/account-queries.js';
import type { SftpUsers } from '../../store/bucket-tables.js';
import { LOCK } from '../../store/lock-row.js';
import type { UserMode } from './rows.js';

/**
 * Reads an SFTP user and locks the row, as {@link LOCK} says: before a connection refers to it, and before it is changed or deleted.
 * @param mode `undefined`: of either.
 */
export function lockSftpUser(
  queries: AccountQueries,
  username: string,
  mode: UserMode,
): Promise<SftpUsers | undefined> {
  const named = queries.update('sftp_users').set(LOCK).where('username', '=', username);
  return (mode === undefined ? named : named.where('mode', '=', mode)).returningAll().executeTakeFirst();
}
