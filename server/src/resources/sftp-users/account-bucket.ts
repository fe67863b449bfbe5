import type { Clock } from '../../clock.js';
import { conflict, Problem } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { SftpUsers } from '../../store/bucket-tables.js';
import { lockBucket } from '../buckets/lock-bucket.js';
import { createBucket } from '../buckets/rows.js';

/** Letters of an account's id in the name of its bucket. A name has 63 at most. */
const MOST_LETTERS = 40;
/** Names that are tried, one after another: another account may have taken some, as bucket names are shared by all. */
const MOST_NAMES = 20;

/** The bucket for the homes of users for whom none was named. */
export interface AccountBucket {
  readonly name: string;
  /** It was made by this transaction. */
  readonly isNew: boolean;
}

/**
 * The bucket of an account for homes of users of this mode, locked. It is made with the first user.
 * @throws Problem `conflict` where all its names are taken.
 */
export async function accountBucket(
  queries: AccountQueries,
  clock: Clock,
  mode: SftpUsers['mode'],
): Promise<AccountBucket> {
  const isThere = async (name: string) => (await lockBucket(queries, name, mode)) !== undefined;
  for (const name of namesFor(queries.accountId, mode)) {
    if (await isThere(name)) return { name, isNew: false };
    if (await isMade(queries, clock, name, mode)) return { name, isNew: true };
    // Another request has made it meanwhile.
    if (await isThere(name)) return { name, isNew: false };
  }
  throw conflict('All names are taken that a bucket for homes would have. Create a bucket, and name it for the user.');
}

function namesFor(accountId: string, mode: SftpUsers['mode']): readonly string[] {
  const account = accountId
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .slice(0, MOST_LETTERS);
  const name = `${account}-sftp${mode === 'test' ? '-test' : ''}`;
  return [name, ...Array.from({ length: MOST_NAMES - 1 }, (_, at) => `${name}-${at + 2}`)];
}

/** @returns false where the name is taken, by whomever. */
async function isMade(queries: AccountQueries, clock: Clock, name: string, mode: SftpUsers['mode']): Promise<boolean> {
  try {
    await createBucket(queries, clock, { name, mode });
    return true;
  } catch (error) {
    if (error instanceof Problem && error.kind === 'conflict') return false;
    throw error;
  }
}
