import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { hashPassword } from 'ediloom/transports/sftp-server';
import type { Clock } from '../../clock.js';
import { conflict, invalid, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { type AskedPage, type Page, readPage } from '../../store/page.js';
import type { SftpUsers } from '../../store/tables.js';
import { lockBucket } from '../buckets/lock-bucket.js';
import { keepHome } from './homes.js';

export const USERNAME = '^[A-Z0-9]{1,40}$';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Without those that are easily taken for others. */
const PASSWORD_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

export interface NewSftpUser {
  /** Default: random letters. */
  readonly username?: string | undefined;
  /** Of the keys that see it. Default `live`. */
  readonly mode?: SftpUsers['mode'] | undefined;
  readonly description: string;
  readonly bucket: string;
  /** Prefix of the bucket that is the user's root: `/partners/acme`. */
  readonly homeDirectory: string;
  /** As {@link hashPassword} gives it, made before the transaction; absent: no login by password. */
  readonly passwordHash?: string | undefined;
  /** In the form of OpenSSH. */
  readonly publicKeys?: readonly string[] | undefined;
}

/** A password of so many characters, and its hash. Takes some 60 ms, two at a time: not inside a transaction. */
export async function makePassword(length = 24): Promise<{ readonly password: string; readonly hash: string }> {
  const password = pick(PASSWORD_LETTERS, length);
  return { password, hash: await hashPassword(password) };
}

/** @throws Problem `invalid`, `not-found` where the account has no such bucket, `conflict` where the name is taken by any account. */
export async function createSftpUser(queries: AccountQueries, clock: Clock, user: NewSftpUser): Promise<SftpUsers> {
  const username = user.username ?? pick(LETTERS, 12);
  if (!new RegExp(USERNAME).test(username)) throw invalid('A username has 1 to 40 capital letters and digits.');
  await demandBucket(queries, user.bucket);
  const now = clock.now();
  const made = await queries
    .insert('sftp_users', {
      username,
      mode: user.mode ?? 'live',
      description: user.description,
      bucket: user.bucket,
      home_directory: demandHome(user.homeDirectory),
      password_hash: user.passwordHash ?? null,
      public_keys: keysText(user.publicKeys ?? []),
      created_at: now,
      updated_at: now,
    })
    .onConflict((inserted) => inserted.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made === undefined) throw conflict('An SFTP user of this name exists. Usernames are shared: choose another.');
  await keepHome(queries, clock, made);
  return made;
}

/** @throws Problem `not-found`. */
export async function findSftpUser(queries: AccountQueries, username: string): Promise<SftpUsers> {
  const user = await sftpUserNamed(queries, username);
  if (user === undefined) throw notFound('SFTP user');
  return user;
}

/** The user of this name; `undefined` where the account has none. */
export async function sftpUserNamed(queries: AccountQueries, username: string): Promise<SftpUsers | undefined> {
  return queries.from('sftp_users').selectAll().where('username', '=', username).executeTakeFirst();
}

/** Names of those whose home is in a bucket, up to a hundred. */
export async function usersAtHomeIn(queries: AccountQueries, bucket: string): Promise<readonly string[]> {
  const rows = await queries.from('sftp_users').select('username').where('bucket', '=', bucket).limit(100).execute();
  return rows.map(({ username }) => username);
}

/** All of the account, oldest first. */
export async function allSftpUsers(queries: AccountQueries): Promise<readonly SftpUsers[]> {
  return queries.from('sftp_users').selectAll().orderBy('created_at').orderBy('username').execute();
}

/** Keys that a user may log in with, in the form of OpenSSH. */
export function publicKeysOf({ public_keys }: SftpUsers): readonly string[] {
  // Written by `keysText`.
  return JSON.parse(public_keys) as readonly string[];
}

/** Oldest first. */
export async function listSftpUsers(queries: AccountQueries, page: AskedPage): Promise<Page<SftpUsers>> {
  return readPage(queries.from('sftp_users').selectAll(), ['created_at', 'username'], page);
}

type UserChange = Partial<Omit<NewSftpUser, 'username'>>;

/**
 * Changes what is given and keeps the rest; what is as it should be is left as it is, its time too.
 * @returns whether something changed.
 * @throws Problem `invalid`.
 */
export async function bringUpSftpUser(
  queries: AccountQueries,
  clock: Clock,
  before: SftpUsers,
  wanted: UserChange,
): Promise<boolean> {
  const columns = await changedColumns(queries, wanted);
  if (isDeepStrictEqual({ ...before, ...columns }, { ...before })) return false;
  await writeColumns(queries, clock, before.username, columns);
  await keepHome(queries, clock, { ...before, ...columns });
  return true;
}

async function changedColumns(queries: AccountQueries, change: UserChange) {
  const { description, bucket, homeDirectory, passwordHash, publicKeys } = change;
  if (bucket !== undefined) await demandBucket(queries, bucket);
  return {
    ...(description === undefined ? {} : { description }),
    ...(bucket === undefined ? {} : { bucket }),
    ...(homeDirectory === undefined ? {} : { home_directory: demandHome(homeDirectory) }),
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    ...(publicKeys === undefined ? {} : { public_keys: keysText(publicKeys) }),
  };
}

async function writeColumns(
  queries: AccountQueries,
  clock: Clock,
  username: string,
  columns: Partial<SftpUsers>,
): Promise<void> {
  const { numUpdatedRows } = await queries
    .update('sftp_users')
    .set({ ...columns, updated_at: clock.now() })
    .where('username', '=', username)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound('SFTP user');
}

async function demandBucket(queries: AccountQueries, name: string): Promise<void> {
  if ((await lockBucket(queries, name)) === undefined) throw notFound('bucket');
}

function demandHome(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  if (Buffer.byteLength(path) > 900 || parts.some((part) => part === '.' || part === '..' || /\p{Cc}/u.test(part))) {
    throw invalid('The home directory is a path such as /partners/acme, without "." and "..".');
  }
  return `/${parts.join('/')}`;
}

/** The column. @throws Problem `invalid` for what is no key. */
function keysText(keys: readonly string[]): string {
  if (!keys.every((key) => /^(ssh|ecdsa|sk)-[\w@.-]+ [A-Za-z0-9+/=]+( [^\r\n]*)?$/.test(key))) {
    throw invalid('Public keys are lines in the form of OpenSSH: ssh-ed25519 AAAA... comment.');
  }
  return JSON.stringify(keys);
}

function pick(letters: string, length: number): string {
  return Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('');
}
