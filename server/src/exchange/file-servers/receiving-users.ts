import { join } from 'node:path';
import type { ReceivingUser } from 'ediloom/transports/sftp-server';
import { BucketFiles } from '../../resources/bucket-files/bucket-files.js';
import { userLoggingIn } from '../../resources/sftp-users/logins.js';
import { homeOf, publicKeysOf } from '../../resources/sftp-users/rows.js';
import type { SftpUsers } from '../../store/tables.js';
import type { Services } from '../services.js';
import { auditFile } from './user-audit.js';

/** Below the data folder: where what partners send lies while it comes, if it is large. */
const SPOOL = 'uploads';

/** Whoever logs in by this name, of whichever account, with their home. */
export async function findReceivingUser(services: Services, username: string): Promise<ReceivingUser | undefined> {
  const row = await services.store.read((db) => userLoggingIn(db, username));
  return row === undefined ? undefined : receivingUserOf(services, row);
}

function receivingUserOf(services: Services, row: SftpUsers): ReceivingUser {
  const { account_id: accountId, username, bucket, password_hash } = row;
  const { config } = services;
  const { maxFileBytes, quotaBytes } = config.uploads;
  const files = new BucketFiles(services, {
    ...{ accountId, bucket, home: homeOf(row) },
    spool: { folder: join(config.dataDir, SPOOL), encrypt: config.encryptAtRest },
    uploaded: (queries, key) =>
      auditFile(services, queries, { action: 'upload', username, object: `${bucket}/${key}` }),
  });
  return {
    name: username,
    passwordHash: password_hash ?? undefined,
    publicKeys: publicKeysOf(row),
    files,
    maxFileBytes,
    quotaBytes,
    // No key of an object has one.
    refuseBackslash: true,
  };
}
