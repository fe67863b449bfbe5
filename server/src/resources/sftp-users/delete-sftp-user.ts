import { inUse, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { connectionsOfUser } from '../connections/connections-using.js';
import { lockSftpUser } from './lock-sftp-user.js';
import type { UserMode } from './rows.js';
import type { UserChanges } from './user-changes.js';

/**
 * Removes a user, and ends their sessions; what lies in the home stays in the bucket.
 * @throws Problem `not-found`; `conflict` while a connection is the user's.
 */
export async function deleteSftpUser(
  { userChanges }: { readonly userChanges: UserChanges },
  queries: AccountQueries,
  username: string,
  mode?: UserMode,
): Promise<void> {
  if ((await lockSftpUser(queries, username, mode)) === undefined) throw notFound('SFTP user');
  const errors = (await connectionsOfUser(queries, username)).map(({ id, name }) => ({
    message: `Connection ${name} (${id}) is reached by this user.`,
  }));
  if (errors.length > 0) {
    throw inUse('The SFTP user is in use. Remove its connections first.', errors);
  }
  await queries.delete('sftp_users').where('username', '=', username).execute();
  userChanges.changed(queries, username);
}
