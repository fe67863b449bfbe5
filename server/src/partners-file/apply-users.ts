import { isDeepStrictEqual } from 'node:util';
import { hashPassword, verifyPassword } from 'ediloom/transports/sftp-server';
import type { Services } from '../exchange/services.js';
import { invalid } from '../problems.js';
import { createSftpUser, updateSftpUser } from '../resources/sftp-users/sftp-users.js';
import { AccountQueries } from '../store/account-queries.js';
import type { SftpUsers } from '../store/tables.js';
import type { PartnersFile } from './file-schema.js';
import { at, type Changes } from './report.js';

type FileUser = NonNullable<PartnersFile['sftpUsers']>[number];

/** An SFTP user of a file, and the hash of a password that differs from the one there is. */
export interface PreparedUser {
  readonly user: FileUser;
  readonly hash: string | undefined;
}

/** Hashes what has changed, before the transaction: each takes some 60 ms. */
export async function prepareUsers(
  { store }: Pick<Services, 'store'>,
  accountId: string,
  users: readonly FileUser[],
): Promise<readonly PreparedUser[]> {
  const prepared: PreparedUser[] = [];
  for (const user of users) {
    const { password } = user;
    const before = await store.read((db) => userOf(new AccountQueries(db, accountId), user.username));
    const stands = before?.password_hash ?? undefined;
    const isNew = typeof password === 'string' && (stands === undefined || !(await verifyPassword(password, stands)));
    prepared.push({ user, hash: isNew ? await hashPassword(password) : undefined });
  }
  return prepared;
}

/** Users by their names. */
export async function applyUsers(
  { clock }: Pick<Services, 'clock'>,
  queries: AccountQueries,
  users: readonly PreparedUser[],
  changes: Changes,
): Promise<void> {
  for (const [index, { user, hash }] of users.entries()) {
    await at(`/sftpUsers/${index}`, async () => {
      const before = await userOf(queries, user.username);
      keepPassword(user, before, changes);
      const { username, bucketName: bucket, description, homeDirectory, publicKeys = [] } = user;
      const given = { description, bucket, homeDirectory, publicKeys, passwordHash: hash };
      if (before === undefined) {
        await createSftpUser(queries, clock, { ...given, username });
        changes.add('sftp-user', username, 'created');
        return;
      }
      const after = await updateSftpUser(queries, { now: () => before.updated_at }, username, given);
      const isSame = isDeepStrictEqual({ ...after }, { ...before });
      if (!isSame)
        await queries.update('sftp_users').set({ updated_at: clock.now() }).where('username', '=', username).execute();
      changes.add('sftp-user', username, isSame ? 'unchanged' : 'changed');
    });
  }
}

function keepPassword({ username, password }: FileUser, before: SftpUsers | undefined, changes: Changes): void {
  if (typeof password !== 'object') return;
  if ((before?.password_hash ?? null) === null) {
    throw invalid(`The environment has no variable ${password.unset}. Set it.`);
  }
  changes.keep(`${username} password`, password.unset);
}

function userOf(queries: AccountQueries, username: string): Promise<SftpUsers | undefined> {
  return queries.from('sftp_users').selectAll().where('username', '=', username).executeTakeFirst();
}
