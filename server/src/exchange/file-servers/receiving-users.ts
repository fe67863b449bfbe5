import { join } from 'node:path';
import { VirtualFilesError } from 'ediloom/transports';
import type { ReceivingUser } from 'ediloom/transports/sftp-server';
import { BucketFiles } from '../../resources/bucket-files/bucket-files.js';
import { objectId } from '../../resources/buckets/find-object.js';
import { homeOf } from '../../resources/sftp-users/homes.js';
import { userLoggingIn } from '../../resources/sftp-users/logins.js';
import { publicKeysOf } from '../../resources/sftp-users/rows.js';
import { afterCommit } from '../../store/after-commit.js';
import type { SftpUsers } from '../../store/bucket-tables.js';
import type { Services } from '../services.js';
import type { FileEvents } from './file-events.js';
import { auditFile } from './user-audit.js';

/** Below the data folder: where what partners send lies while it comes, if it is large. */
const SPOOL = 'uploads';

/** Partners put files into the wrong folder, and take them to have arrived. */
const ELSEWHERE =
  'An uploaded file has not come in: it lies in no inbound directory of a connection that is enabled. Ask the partner to put it there; the audit names it.';

/** Milliseconds for which a user who was looked up is taken to be as they were. */
const KNOWN_MS = 2_000;

/** Whoever logs in by this name, of whichever account, with their home. */
export async function findReceivingUser(
  services: Services,
  events: FileEvents,
  username: string,
): Promise<ReceivingUser | undefined> {
  const row = await services.store.read((db) => userLoggingIn(db, username));
  return row === undefined ? undefined : receivingUserOf(services, events, row);
}

function receivingUserOf(services: Services, events: FileEvents, row: SftpUsers): ReceivingUser {
  const { account_id: accountId, username, bucket, password_hash } = row;
  const { config } = services;
  const home = homeOf(row);
  const { maxFileBytes, quotaBytes } = config.uploads;
  const user = { accountId, username, bucket, home, row };
  const admitted = new StillAdmitted(services, row);
  const files = new BucketFiles(services, {
    ...{ accountId, bucket, home },
    spool: { folder: join(config.dataDir, SPOOL), encrypt: config.encryptAtRest, room: services.spoolRoom },
    demandUser: () => admitted.demand(),
    refused: (file) => events.noteRefused(user, file),
    uploaded: async (queries, { key, address, hasComeIn }) => {
      await auditFile(services, queries, { action: 'upload', username, object: objectId({ bucket, key }), address });
      if (!hasComeIn) afterCommit(queries.tx, () => services.log.warn({ user: username, address, bucket }, ELSEWHERE));
    },
  });
  return {
    name: username,
    id: admitted.id,
    passwordHash: password_hash ?? undefined,
    publicKeys: publicKeysOf(row),
    files,
    onEvent: (event) => events.noteOf(user, event),
    maxFileBytes,
    quotaBytes,
    // No key of an object has one.
    refuseBackslash: true,
  };
}

/** A user as they logged in: one who is removed, or changed, does nothing more in the sessions that are open, and logs in anew. */
class StillAdmitted {
  /** Names this user, as they are now, among all who have had the name. */
  readonly id: string;
  readonly #services: Services;
  readonly #username: string;
  #lookedAt: number;
  #looking: Promise<void> | undefined;

  constructor(services: Services, row: SftpUsers) {
    this.id = idOf(row);
    this.#services = services;
    this.#username = row.username;
    this.#lookedAt = services.clock.now();
  }

  async demand(): Promise<void> {
    if (this.#services.clock.now() - this.#lookedAt < KNOWN_MS) return;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { store, clock } = this.#services;
    const at = clock.now();
    const row = await store.read((db) => userLoggingIn(db, this.#username));
    if (row === undefined || idOf(row) !== this.id) throw new VirtualFilesError('denied');
    this.#lookedAt = at;
  }
}

function idOf({ account_id, username, bucket, home_directory, password_hash, public_keys, created_at }: SftpUsers) {
  return JSON.stringify([account_id, username, bucket, home_directory, password_hash, public_keys, created_at]);
}
