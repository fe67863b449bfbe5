import type { Clock } from '../../clock.js';
import { conflict, invalid, Problem } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { type AskedPage, type Page, readPage } from '../../store/page.js';
import type { Json, Tables } from '../../store/tables.js';

/** Pattern of the name of a bucket. */
export const BUCKET_NAME = '^[a-z0-9-]{1,63}$';

/** The same for people. */
export const BUCKET_NAME_WORDS = 'A bucket name has 1 to 63 lower-case letters, digits and hyphens.';

const NAME_PATTERN = new RegExp(BUCKET_NAME);

export function isBucketName(name: string): boolean {
  return NAME_PATTERN.test(name);
}

export type Bucket = Tables['buckets'];

export interface NewBucket {
  readonly name: string;
  /** Of the keys that see it. Default `live`. */
  readonly mode?: Bucket['mode'] | undefined;
  /** As `notificationsColumn` makes it. Default: none. */
  readonly notifications?: Json | null | undefined;
}

/**
 * Makes a bucket. Names are one space for all accounts, so that a bucket's name alone says where an object lies.
 * @throws Problem `invalid`, `conflict` `BUCKET_ALREADY_EXISTS`, `over-quota`.
 */
export async function createBucket(queries: AccountQueries, clock: Clock, bucket: NewBucket): Promise<Bucket> {
  if (!isBucketName(bucket.name)) throw invalid(BUCKET_NAME_WORDS);
  await demandRoom(queries);
  const now = clock.now();
  const made = await queries
    .insert('buckets', {
      name: bucket.name,
      mode: bucket.mode ?? 'live',
      notifications: bucket.notifications ?? null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((inserted) => inserted.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made === undefined) {
    // The same words whether the account itself has it or another one: who has which buckets is nobody else's business.
    throw conflict('A bucket of this name exists. Bucket names are shared by all accounts: choose another.', TAKEN);
  }
  return made;
}

const TAKEN = 'BUCKET_ALREADY_EXISTS';

/** Buckets of one account. There is a limit as each name that one has is one that no other account can take. */
const MOST_BUCKETS = 1_000;

async function demandRoom(queries: AccountQueries): Promise<void> {
  const counted = queries.from('buckets').select((of) => of.fn.countAll().as('count'));
  const { count } = await counted.executeTakeFirstOrThrow();
  if (Number(count) < MOST_BUCKETS) return;
  throw new Problem('over-quota', `An account has at most ${MOST_BUCKETS} buckets. Delete one that is not used.`);
}

/**
 * @param mode of the one who asks: buckets of the other mode are not there. Default: either.
 * @throws Problem `not-found` with the code `NO_SUCH_BUCKET`.
 */
export async function findBucket(queries: AccountQueries, name: string, mode?: Bucket['mode']): Promise<Bucket> {
  const bucket = await bucketNamed(queries, name, mode);
  if (bucket === undefined) throw noSuchBucket();
  return bucket;
}

/** The same, and `undefined` where there is none. */
export async function bucketNamed(
  queries: AccountQueries,
  name: string,
  mode?: Bucket['mode'],
): Promise<Bucket | undefined> {
  const named = queries.from('buckets').selectAll().where('name', '=', name);
  return (mode === undefined ? named : named.where('mode', '=', mode)).executeTakeFirst();
}

/** Of those names that are buckets of the account, by their names. @param names some hundred at most. */
export async function modesOfBuckets(
  queries: AccountQueries,
  names: readonly string[],
): Promise<ReadonlyMap<string, Bucket['mode']>> {
  const rows = await queries
    .from('buckets')
    .select(['name', 'mode'])
    .where('name', 'in', [...names])
    .execute();
  return new Map(rows.map(({ name, mode }) => [name, mode]));
}

export function noSuchBucket(): Problem {
  return new Problem('not-found', 'There is no such bucket.', { code: 'NO_SUCH_BUCKET' });
}

/** Replaces who is told of objects that are put. @throws Problem as {@link findBucket}. */
export async function setNotifications(
  queries: AccountQueries,
  clock: Clock,
  { name, mode, notifications }: Pick<Bucket, 'name' | 'mode' | 'notifications'>,
): Promise<Bucket> {
  const bucket = await queries
    .update('buckets')
    .set({ notifications, updated_at: clock.now() })
    .where('name', '=', name)
    .where('mode', '=', mode)
    .returningAll()
    .executeTakeFirst();
  if (bucket === undefined) throw noSuchBucket();
  return bucket;
}

/** Oldest first. */
export async function listBuckets(
  queries: AccountQueries,
  page: AskedPage,
  mode: Bucket['mode'] = 'live',
): Promise<Page<Bucket>> {
  return readPage(queries.from('buckets').selectAll().where('mode', '=', mode), ['created_at', 'name'], page);
}

/** All of the account, of either mode, oldest first: they are {@link MOST_BUCKETS} at most. */
export function allBuckets(queries: AccountQueries): Promise<readonly Bucket[]> {
  return queries.from('buckets').selectAll().orderBy('created_at').orderBy('name').execute();
}

/** Whether the account has this bucket of live keys: connections, and partners files, name no others. */
export async function hasLiveBucket(queries: AccountQueries, name: string): Promise<boolean> {
  return (await bucketNamed(queries, name, 'live')) !== undefined;
}
