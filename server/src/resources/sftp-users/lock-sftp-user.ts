import type { AccountQueries } from '../../store/account-queries.js';
import { LOCK } from '../../store/lock-row.js';
import type { SftpUsers } from '../../store/tables.js';

/** Reads an SFTP user and locks the row, as {@link LOCK} says: before a connection refers to it, and before it is changed or deleted. */
export function lockSftpUser(queries: AccountQueries, username: string): Promise<SftpUsers | undefined> {
  return queries.update('sftp_users').set(LOCK).where('username', '=', username).returningAll().executeTakeFirst();
}
