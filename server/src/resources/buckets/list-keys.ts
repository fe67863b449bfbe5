import { type RawBuilder, sql } from 'kysely';
import { byBytes } from '../../objects/object-name.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { BucketObjects } from '../../store/bucket-tables.js';
import { dialectOf } from '../../store/dialect-of.js';
import { listOf } from '../../store/value-list.js';
import { LAST } from './object-keys.js';
import { behind } from './tree.js';

export interface KeysAsked {
  /** Keys that begin so. Default: all. */
  readonly prefix?: string | undefined;
  /** Keys that have it somewhere behind the prefix are given as one common prefix, which ends with it. Default: each key is given. */
  readonly delimiter?: string | undefined;
  /** Only what comes behind it is given: a key, or a common prefix of a page before. */
  readonly after?: string | undefined;
  /** At most so many objects and common prefixes together, 1 to 1000. */
  readonly size: number;
}

/** What lies in a bucket, in the order of the UTF-8 bytes of keys and common prefixes. */
export interface ListedKeys {
  readonly items: readonly BucketObjects[];
  readonly prefixes: readonly string[];
  /** `after` of the next page; `undefined`: there is no more. */
  readonly next: string | undefined;
}

/**
 * Lists a bucket. All keys below a common prefix are skipped by one step in the index, so that a page costs as many steps as it has entries. Whoever
 * goes on by `next` sees each object that is there all the time exactly once, whatever is put and deleted meanwhile.
 */
export async function listKeys(queries: AccountQueries, bucket: string, asked: KeysAsked): Promise<ListedKeys> {
  const { prefix = '', delimiter = '', after = '', size } = asked;
  const range = { bucket, ...startOf(prefix, delimiter, after), prefix, most: size + 1 };
  if (delimiter === '') return flatPage(await rowsIn(queries, range), size);
  const keys = await steppedKeys(queries, range, delimiter);
  const entries = keys.map((key) => commonPrefix(key, prefix, delimiter) ?? key);
  const given = keys.slice(0, size);
  const names = given.filter((key) => commonPrefix(key, prefix, delimiter) === undefined);
  const rows = await queries
    .from('bucket_objects')
    .selectAll()
    .where('bucket', '=', bucket)
    .where('key', 'in', listOf(queries.tx, names))
    .orderBy('key')
    .execute();
  return {
    items: rows,
    prefixes: given.flatMap((key) => commonPrefix(key, prefix, delimiter) ?? []),
    next: keys.length > size ? entries[size - 1] : undefined,
  };
}

interface Range {
  readonly bucket: string;
  /** Where the page begins. */
  readonly from: string;
  /** A key that is equal to `from` is on the page. */
  readonly isFromGiven: boolean;
  readonly prefix: string;
  readonly most: number;
}

/**
 * Behind a common prefix the page begins behind all keys below it, so that it is not given again. There is one lower bound alone: of two SQLite
 * looks up the first one in the index, and reads each row that the second one refuses.
 */
function startOf(prefix: string, delimiter: string, after: string): Pick<Range, 'from' | 'isFromGiven'> {
  const wasCommon = delimiter !== '' && commonPrefix(after, prefix, delimiter) === after;
  const from = wasCommon ? behind(after) : after;
  return byBytes(from, prefix) < 0 ? { from: prefix, isFromGiven: true } : { from, isFromGiven: false };
}

function commonPrefix(key: string, prefix: string, delimiter: string): string | undefined {
  if (!key.startsWith(prefix)) return undefined;
  const at = key.indexOf(delimiter, prefix.length);
  return at === -1 ? undefined : key.slice(0, at + delimiter.length);
}

function flatPage(rows: readonly BucketObjects[], size: number): ListedKeys {
  const items = rows.slice(0, size);
  return { items, prefixes: [], next: rows.length > size ? items.at(-1)?.key : undefined };
}

function rowsIn(queries: AccountQueries, range: Range): Promise<readonly BucketObjects[]> {
  const { bucket, from, isFromGiven, prefix, most } = range;
  return queries
    .from('bucket_objects')
    .selectAll()
    .where('bucket', '=', bucket)
    .where('key', isFromGiven ? '>=' : '>', from)
    .where('key', '<', behind(prefix))
    .orderBy('key')
    .limit(most)
    .execute();
}

/** The first key of each entry, each found from the one before by one step in the index. */
async function steppedKeys(queries: AccountQueries, range: Range, delimiter: string): Promise<readonly string[]> {
  const { bucket, from, isFromGiven, prefix, most } = range;
  const position = sql.raw(dialectOf(queries.tx) === 'sqlite' ? 'instr' : 'strpos');
  const rest = sql`substr(entry.key, ${[...prefix].length + 1})`;
  const found = sql`${position}(${rest}, ${delimiter})`;
  const given = [...prefix].length + [...delimiter].length - 1;
  const next = sql`case when ${found} = 0 then entry.key else substr(entry.key, 1, ${found} + ${given}) || ${LAST} end`;
  const first = (bound: RawBuilder<unknown>) => sql`(select o.key from bucket_objects as o
    where o.account_id = ${queries.accountId} and o.bucket = ${bucket} and o.key ${bound}
    and o.key < ${behind(prefix)} order by o.key limit 1)`;
  const { rows } = await sql<{ key: string }>`with recursive entry(key, n) as (
      select ${first(isFromGiven ? sql`>= ${from}` : sql`> ${from}`)}, 1
      union all
      select ${first(sql`> ${next}`)}, n + 1 from entry where entry.key is not null and n < ${most})
    select key from entry where key is not null order by n`.execute(queries.tx);
  return rows.map(({ key }) => key);
}
