import type { AccountQueries } from '../../store/account-queries.js';
import type { SftpUsers } from '../../store/bucket-tables.js';
import type { Transaction } from '../../store/store.js';

// Over all accounts: whoever logs in gives a name and no account, and names are unique among all accounts.

/** Of several logins within so many milliseconds the first is written down: partners' programs log in for each file. */
const SAME_LOGIN_MS = 60_000;

/** The user of this name, whosever they are. */
export async function userLoggingIn(db: Transaction, username: string): Promise<SftpUsers | undefined> {
  return db.selectFrom('sftp_users').selectAll().where('username', '=', username).executeTakeFirst();
}

/** The first of those who may log in; `undefined`: nobody may. */
export async function anyUser(db: Transaction): Promise<Pick<SftpUsers, 'account_id'> | undefined> {
  return db.selectFrom('sftp_users').select('account_id').orderBy('username').limit(1).executeTakeFirst();
}

type Login = Pick<SftpUsers, 'username' | 'created_at' | 'last_connected_at'>;

/** Whether a login is to be written down, as far as the row says that was read when the user logged in. */
export function isNewLogin({ last_connected_at }: Login, now: number): boolean {
  return last_connected_at === null || now - last_connected_at >= SAME_LOGIN_MS;
}

/** Writes a login down, unless another process has just done so, or the name belongs to another user by now (`created_at`). */
export async function writeLogin(queries: AccountQueries, { username, created_at }: Login, now: number): Promise<void> {
  await queries
    .update('sftp_users')
    .set({ last_connected_at: now })
    .where('username', '=', username)
    .where('created_at', '=', created_at)
    .where((user) =>
      user.or([user('last_connected_at', 'is', null), user('last_connected_at', '<=', now - SAME_LOGIN_MS)]),
    )
    .execute();
}
