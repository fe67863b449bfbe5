import { writeAudit } from '../audit/write-audit.js';
import { isoTime } from '../clock.js';
import type { Services } from '../exchange/services.js';
import { accountBucket } from '../resources/sftp-users/account-bucket.js';
import { changeSftpUser, type UserChange } from '../resources/sftp-users/change-sftp-user.js';
import { checkNewUser } from '../resources/sftp-users/check-user.js';
import { createSftpUser, makePassword, PASSWORD_LENGTH, publicKeysOf } from '../resources/sftp-users/rows.js';
import { showSftpUser } from '../resources/sftp-users/shown.js';
import { AccountQueries } from '../store/account-queries.js';
import type { SftpUsers } from '../store/bucket-tables.js';
import { accountOf } from './account-of.js';
import { type Input, optionalText, textIn, UsageError } from './command.js';
import { modeIn } from './key-options.js';

/** What an operator sees of a user; nothing that they log in with. */
export interface ShownUser extends ReturnType<typeof showSftpUser> {
  readonly mode: SftpUsers['mode'];
  readonly password: 'set' | 'none';
  readonly publicKeys: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A user, and the password that is shown now and never again. */
export interface WithPassword {
  readonly username: string;
  readonly password?: string;
  readonly [fact: string]: unknown;
}

/** Makes a user as the input says. */
export async function createUser(services: Services, input: Input): Promise<WithPassword> {
  const { config, clock, store } = services;
  const { home = '', description = '', bucket } = texts(input);
  const mode = modeIn(input.mode ?? 'live');
  const length = lengthIn(input);
  const bucketName = bucket === undefined ? {} : { bucketName: bucket };
  checkNewUser({ homeDirectory: home, description, ...bucketName });
  const made = input['keys-only'] === true ? undefined : await makePassword(length);
  const accountId = await accountOf(services, optionalText(input, 'account'));
  const row = await store.write(async (tx) => {
    const queries = new AccountQueries(tx, accountId);
    const own = bucket === undefined ? await accountBucket(queries, clock, mode) : { name: bucket, isNew: false };
    if (own.isNew) await audit(services, queries, 'create', own.name, 'bucket');
    const login = { passwordHash: made?.hash, publicKeys: keysIn(input) };
    const given = { mode, description, bucket: own.name, homeDirectory: home, ...login };
    const user = await createSftpUser(queries, clock, given);
    await audit(services, queries, 'create', user.username);
    return user;
  });
  return { ...showSftpUser(config, row), ...(made === undefined ? {} : { password: made.password }) };
}

/** Changes the user whom the input names. */
export async function changeUser(
  services: Services,
  input: Input,
  action: 'update' | 'reset-password',
  change: UserChange,
): Promise<ShownUser> {
  const place = { username: textIn(input, 'username'), mode: undefined };
  const accountId = await accountOf(services, optionalText(input, 'account'));
  const row = await services.store.write(async (tx) => {
    const queries = new AccountQueries(tx, accountId);
    const after = await changeSftpUser(services, queries, place, change);
    await audit(services, queries, action, place.username);
    return after;
  });
  return shownUser(services, row);
}

export function audit(
  { clock }: Services,
  queries: AccountQueries,
  action: string,
  objectId: string,
  objectKind = 'sftp-user',
) {
  return writeAudit(queries, clock, { action, objectKind, objectId });
}

export function shownUser({ config }: Services, row: SftpUsers): ShownUser {
  return {
    ...showSftpUser(config, row),
    mode: row.mode,
    password: row.password_hash === null ? 'none' : 'set',
    publicKeys: publicKeysOf(row),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}

export function texts(input: Input) {
  return {
    home: optionalText(input, 'home'),
    description: optionalText(input, 'description'),
    bucket: optionalText(input, 'bucket'),
  };
}

/** What `prepare` has read, or what comes over HTTP. */
export function keysIn({ publicKeys }: Input): readonly string[] | undefined {
  return Array.isArray(publicKeys) ? publicKeys.map(String) : undefined;
}

/** @throws UsageError. */
export function lengthIn({ 'password-length': text }: Input): number {
  if (text === undefined) return PASSWORD_LENGTH.standard;
  const length = typeof text === 'string' && /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (length >= PASSWORD_LENGTH.least && length <= PASSWORD_LENGTH.most) return length;
  throw new UsageError(`--password-length is a whole number from ${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most}.`);
}
