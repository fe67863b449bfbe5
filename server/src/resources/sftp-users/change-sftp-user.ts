import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../../clock.js';
import { inUse, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { SftpUsers } from '../../store/bucket-tables.js';
import { lockBucket } from '../buckets/lock-bucket.js';
import { connectionsOfUser } from '../connections/connections-using.js';
import { demandHomeBucket, homeColumn, keysColumn } from './columns.js';
import { keepHome } from './homes.js';
import { lockSftpUser } from './lock-sftp-user.js';
import type { NewSftpUser, UserMode } from './rows.js';
import type { UserChanges } from './user-changes.js';

/** What may be changed; absent: it stays. */
export type UserChange = {
  readonly [Member in Exclude<keyof NewSftpUser, 'username' | 'mode'>]?: NewSftpUser[Member] | undefined;
};

interface Needs {
  readonly clock: Clock;
  readonly userChanges: UserChanges;
}

/** Which user, for whom. */
export interface UserPlace {
  readonly username: string;
  /** Of the key; `undefined`: of either. */
  readonly mode: UserMode;
}

/**
 * Changes a user as somebody asks for it.
 * @throws Problem `not-found`, `invalid`; `conflict` where a connection is reached by the home that is to be left.
 */
export async function changeSftpUser(
  needs: Needs,
  queries: AccountQueries,
  { username, mode }: UserPlace,
  change: UserChange,
): Promise<SftpUsers> {
  // Buckets are locked before users, as whoever makes a connection does: in the other order two of them could wait for each other.
  if (change.bucket !== undefined) await lockBucket(queries, change.bucket, mode);
  const before = await lockSftpUser(queries, username, mode);
  if (before === undefined) throw notFound('SFTP user');
  const home = change.homeDirectory === undefined ? before.home_directory : homeColumn(change.homeDirectory);
  if (home !== before.home_directory || (change.bucket ?? before.bucket) !== before.bucket) {
    await demandNoConnection(queries, username);
  }
  await bringUpSftpUser(needs, queries, before, change);
  return queries.from('sftp_users').selectAll().where('username', '=', username).executeTakeFirstOrThrow();
}

/** A user whose home is elsewhere would not find the files of a connection any more, which lie in the home of before. */
async function demandNoConnection(queries: AccountQueries, username: string): Promise<void> {
  const errors = (await connectionsOfUser(queries, username)).map(({ id, name }) => ({
    message: `Connection ${name} (${id}) is reached by the home as it is.`,
  }));
  if (errors.length > 0) throw inUse('The home is in use. Change its connections first.', errors);
}

/**
 * Changes what is given and keeps the rest. Where nothing differs, nothing is written, and the time of the last change stays. Sessions of the user are
 * ended, unless it is the description alone that has changed.
 * @returns whether something changed.
 * @throws Problem `invalid`.
 */
export async function bringUpSftpUser(
  { clock, userChanges }: Needs,
  queries: AccountQueries,
  before: SftpUsers,
  wanted: UserChange,
): Promise<boolean> {
  const columns = await changedColumns(queries, before, wanted);
  if (isAsBefore(before, columns)) return false;
  const { numUpdatedRows } = await queries
    .update('sftp_users')
    .set({ ...columns, updated_at: clock.now() })
    .where('username', '=', before.username)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound('SFTP user');
  await keepHome(queries, clock, { ...before, ...columns });
  const { description: _, ...login } = columns;
  if (!isAsBefore(before, login)) userChanges.changed(queries, before.username);
  return true;
}

function isAsBefore(before: SftpUsers, columns: Partial<SftpUsers>): boolean {
  return isDeepStrictEqual({ ...before, ...columns }, { ...before });
}

async function changedColumns(queries: AccountQueries, { mode }: SftpUsers, change: UserChange) {
  const { description, bucket, homeDirectory, passwordHash, publicKeys } = change;
  if (bucket !== undefined) await demandHomeBucket(queries, bucket, mode);
  return {
    ...(description === undefined ? {} : { description }),
    ...(bucket === undefined ? {} : { bucket }),
    ...(homeDirectory === undefined ? {} : { home_directory: homeColumn(homeDirectory) }),
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    ...(publicKeys === undefined ? {} : { public_keys: keysColumn(publicKeys) }),
  };
}
