import { hashPassword, verifyPassword } from 'ediloom/transports/sftp-server';
import type { Services } from '../exchange/services.js';
import type { Platform } from '../platform.js';
import { invalid } from '../problems.js';
import { bringUpSftpUser } from '../resources/sftp-users/change-sftp-user.js';
import { createSftpUser, demandPassword, sftpUserNamed } from '../resources/sftp-users/rows.js';
import { type AccountQueries, readRows } from '../store/account-queries.js';
import type { SftpUsers } from '../store/bucket-tables.js';
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
  { store }: Pick<Platform, 'store'>,
  accountId: string,
  users: readonly FileUser[],
): Promise<readonly PreparedUser[]> {
  const prepared: PreparedUser[] = [];
  for (const [index, user] of users.entries()) {
    const { password } = user;
    const before = await readRows(store, accountId, (queries) => sftpUserNamed(queries, user.username, 'live'));
    const stands = before?.password_hash ?? undefined;
    const isNew = typeof password === 'string' && (stands === undefined || !(await verifyPassword(password, stands)));
    if (isNew) await at(`/sftpUsers/${index}`, async () => demandPassword(password));
    prepared.push({ user, hash: isNew ? await hashPassword(password) : undefined });
  }
  return prepared;
}

/** Users by their names; a file has nothing of what test keys have made. */
export async function applyUsers(
  services: Pick<Services, 'clock' | 'userChanges'>,
  queries: AccountQueries,
  users: readonly PreparedUser[],
  changes: Changes,
): Promise<void> {
  for (const [index, { user, hash }] of users.entries()) {
    await at(`/sftpUsers/${index}`, async () => {
      const before = await sftpUserNamed(queries, user.username, 'live');
      keepPassword(user, before, changes);
      const { username, bucketName: bucket, description, homeDirectory, publicKeys = [] } = user;
      const given = { description, bucket, homeDirectory, publicKeys, passwordHash: hash };
      if (before === undefined) {
        await createSftpUser(queries, services.clock, { ...given, username });
        changes.add('sftp-user', username, 'created');
        return;
      }
      const isChanged = await bringUpSftpUser(services, queries, before, given);
      changes.add('sftp-user', username, isChanged ? 'changed' : 'unchanged');
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
