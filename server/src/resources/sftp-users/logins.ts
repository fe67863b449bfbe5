import type { Transaction } from '../../store/store.js';
import type { SftpUsers } from '../../store/tables.js';

// Over all accounts: who logs in gives a name alone, and names are unique among all.

/** The user of this name, whosever they are. */
export async function userLoggingIn(db: Transaction, username: string): Promise<SftpUsers | undefined> {
  return db.selectFrom('sftp_users').selectAll().where('username', '=', username).executeTakeFirst();
}

/** The first of those who may log in; `undefined`: nobody may. */
export async function anyUser(db: Transaction): Promise<Pick<SftpUsers, 'account_id'> | undefined> {
  return db.selectFrom('sftp_users').select('account_id').orderBy('username').limit(1).executeTakeFirst();
}
