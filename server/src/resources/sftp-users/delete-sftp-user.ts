import { inUse, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { connectionsOfUser } from '../connections/connections-using.js';
import { lockSftpUser } from './lock-sftp-user.js';

/** @throws Problem `not-found`; `conflict` while a connection is the user's. */
export async function deleteSftpUser(queries: AccountQueries, username: string): Promise<void> {
  if ((await lockSftpUser(queries, username)) === undefined) throw notFound('SFTP user');
  const errors = (await connectionsOfUser(queries, username)).map(({ id, name }) => ({
    message: `Connection ${name} (${id}) is reached by this user.`,
  }));
  if (errors.length > 0) {
    throw inUse('The SFTP user is in use. Remove its connections first.', errors);
  }
  await queries.delete('sftp_users').where('username', '=', username).execute();
}
