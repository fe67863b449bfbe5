import { randomInt } from 'node:crypto';
import { hashPassword } from 'ediloom/transports/sftp-server';
import type { Clock } from '../../clock.js';
import { conflict, inUse, invalid, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { type AskedPage, type Page, readPage } from '../../store/page.js';
import type { SftpUsers } from '../../store/tables.js';
import { findBucket } from '../buckets/buckets.js';

export const USERNAME = '^[A-Z0-9]{1,40}$';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Without those that are easily taken for others. */
const PASSWORD_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

export interface NewSftpUser {
  /** Default: made of chance. */
  readonly username?: string | undefined;
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
  await findBucket(queries, user.bucket);
  const now = clock.now();
  const made = await queries
    .insert('sftp_users', {
      username,
      description: user.description,
      bucket: user.bucket,
      home_directory: demandHome(user.homeDirectory),
      password_hash: user.passwordHash ?? null,
      public_keys: JSON.stringify(demandKeys(user.publicKeys ?? [])),
      created_at: now,
      updated_at: now,
    })
    .onConflict((inserted) => inserted.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made !== undefined) return made;
  throw conflict('An SFTP user of this name exists. Usernames are shared: choose another.');
}

/** @throws Problem `not-found`. */
export async function findSftpUser(queries: AccountQueries, username: string): Promise<SftpUsers> {
  const user = await queries.from('sftp_users').selectAll().where('username', '=', username).executeTakeFirst();
  if (user === undefined) throw notFound('SFTP user');
  return user;
}

/** Oldest first. */
export async function listSftpUsers(queries: AccountQueries, page: AskedPage): Promise<Page<SftpUsers>> {
  return readPage(queries.from('sftp_users').selectAll(), ['created_at', 'username'], page);
}

/** Changes what is given and keeps the rest. @throws Problem `invalid`, `not-found`. */
export async function updateSftpUser(
  queries: AccountQueries,
  clock: Clock,
  username: string,
  change: Partial<Omit<NewSftpUser, 'username'>>,
): Promise<SftpUsers> {
  await findSftpUser(queries, username);
  if (change.bucket !== undefined) await findBucket(queries, change.bucket);
  const { description, bucket, homeDirectory, passwordHash, publicKeys } = change;
  return queries
    .update('sftp_users')
    .set({
      ...(description === undefined ? {} : { description }),
      ...(bucket === undefined ? {} : { bucket }),
      ...(homeDirectory === undefined ? {} : { home_directory: demandHome(homeDirectory) }),
      ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
      ...(publicKeys === undefined ? {} : { public_keys: JSON.stringify(demandKeys(publicKeys)) }),
      updated_at: clock.now(),
    })
    .where('username', '=', username)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @throws Problem `not-found`; `conflict` while a connection is the user's. */
export async function deleteSftpUser(queries: AccountQueries, username: string): Promise<void> {
  await findSftpUser(queries, username);
  const connections = await queries
    .from('connections')
    .select(['id', 'name', 'settings'])
    .where('kind', '=', 'hosted-sftp')
    .execute();
  const errors = connections
    // Settings are JSON that a schema has let through.
    .filter(({ settings }) => (JSON.parse(settings) as { readonly username?: unknown }).username === username)
    .map(({ id, name }) => ({ message: `Connection ${name} (${id}) is reached by this user.` }));
  if (errors.length > 0) {
    throw inUse('The SFTP user is in use. Remove its connections first.', errors);
  }
  await queries.delete('sftp_users').where('username', '=', username).execute();
}

function demandHome(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  if (Buffer.byteLength(path) > 900 || parts.some((part) => part === '.' || part === '..' || /\p{Cc}/u.test(part))) {
    throw invalid('The home directory is a path such as /partners/acme, without "." and "..".');
  }
  return `/${parts.join('/')}`;
}

function demandKeys(keys: readonly string[]): readonly string[] {
  if (!keys.every((key) => /^(ssh|ecdsa|sk)-[\w@.-]+ [A-Za-z0-9+/=]+( [^\r\n]*)?$/.test(key))) {
    throw invalid('Public keys are lines in the form of OpenSSH: ssh-ed25519 AAAA... comment.');
  }
  return keys;
}

function pick(letters: string, length: number): string {
  return Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('');
}
