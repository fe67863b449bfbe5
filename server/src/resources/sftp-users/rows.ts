import { hashPassword } from 'ediloom/transports/sftp-server';
import type { Clock } from '../../clock.js';
import { randomText } from '../../ids.js';
import { conflict, invalid, notFound } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { SftpUsers } from '../../store/bucket-tables.js';
import { type AskedPage, type Page, readPage } from '../../store/page.js';
import { demandHomeBucket, homeColumn, keysColumn } from './columns.js';
import { keepHome } from './homes.js';

export const USERNAME = '^[A-Z0-9]{1,40}$';
/** Characters of a password, made or given. */
export const PASSWORD_LENGTH = { least: 16, most: 128, standard: 16 } as const;
/** Letters of a name that is made: so many that nobody guesses it, as names are shared by all accounts. */
const NAME_LETTERS = 20;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Without `I`, `O`, `l`, `0` and `1`, which are easily taken for one another. */
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

/** Which users are asked for: those of one mode, as keys see them, or `undefined`, all. */
export type UserMode = SftpUsers['mode'] | undefined;

/** A password of so many characters, and its hash. Takes some 60 ms, two at a time: not inside a transaction. */
export async function makePassword(
  length: number = PASSWORD_LENGTH.standard,
): Promise<{ readonly password: string; readonly hash: string }> {
  const password = randomText(PASSWORD_LETTERS, length);
  return { password, hash: await hashPassword(password) };
}

/** Of a password that somebody has chosen; those that users have already stay good. @throws Problem `invalid`. */
export function demandPassword(password: string): void {
  const { least, most } = PASSWORD_LENGTH;
  // Characters as people count them.
  const length = [...password].length;
  if (length >= least && length <= most) return;
  const message = `The password of an SFTP user has ${least} to ${most} characters. Choose another.`;
  throw invalid(message, { errors: [{ path: '/password', message }] });
}

/** @throws Problem `invalid`, also where the account has no such bucket of the mode; `conflict` where the name is taken by any account. */
export async function createSftpUser(queries: AccountQueries, clock: Clock, user: NewSftpUser): Promise<SftpUsers> {
  const { username = randomText(LETTERS, NAME_LETTERS), mode = 'live' } = user;
  if (!new RegExp(USERNAME).test(username)) throw invalid('A username has 1 to 40 capital letters and digits.');
  await demandHomeBucket(queries, user.bucket, mode);
  const now = clock.now();
  const made = await queries
    .insert('sftp_users', {
      username,
      mode,
      description: user.description,
      bucket: user.bucket,
      home_directory: homeColumn(user.homeDirectory),
      password_hash: user.passwordHash ?? null,
      public_keys: keysColumn(user.publicKeys ?? []),
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
export async function findSftpUser(queries: AccountQueries, username: string, mode?: UserMode): Promise<SftpUsers> {
  const user = await sftpUserNamed(queries, username, mode);
  if (user === undefined) throw notFound('SFTP user');
  return user;
}

/** The user of this name; `undefined` where the account has none. */
export async function sftpUserNamed(
  queries: AccountQueries,
  username: string,
  mode?: UserMode,
): Promise<SftpUsers | undefined> {
  return ofMode(queries, mode).where('username', '=', username).executeTakeFirst();
}

/** Names of those whose home is in a bucket, up to a hundred. */
export async function usersAtHomeIn(queries: AccountQueries, bucket: string): Promise<readonly string[]> {
  const rows = await queries.from('sftp_users').select('username').where('bucket', '=', bucket).limit(100).execute();
  return rows.map(({ username }) => username);
}

/** All of the account, oldest first. */
export async function allSftpUsers(queries: AccountQueries, mode?: UserMode): Promise<readonly SftpUsers[]> {
  return ofMode(queries, mode).orderBy('created_at').orderBy('username').execute();
}

/** Keys that a user may log in with, in the form of OpenSSH. */
export function publicKeysOf({ public_keys }: SftpUsers): readonly string[] {
  // Written by `keysColumn`.
  return JSON.parse(public_keys) as readonly string[];
}

/** Oldest first. */
export async function listSftpUsers(
  queries: AccountQueries,
  page: AskedPage,
  mode?: UserMode,
): Promise<Page<SftpUsers>> {
  return readPage(ofMode(queries, mode), ['created_at', 'username'], page);
}

function ofMode(queries: AccountQueries, mode: UserMode) {
  const all = queries.from('sftp_users').selectAll();
  return mode === undefined ? all : all.where('mode', '=', mode);
}
