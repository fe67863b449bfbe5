import { sql } from 'kysely';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import type { Store } from '../../store/store.js';
import { listOf, valueList } from '../../store/value-list.js';
import { isFileName, LAST } from './object-keys.js';
import { beginningOf, behind } from './tree.js';

/** Rows that are read at once. */
const PAGE = 300;

/** What lies right in a directory. */
export interface TreeEntry {
  readonly name: string;
  readonly kind: 'file' | 'directory';
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** Of one query: what was found, and behind which key the next one begins; `undefined`: there is no more. */
interface Page {
  readonly entries: readonly TreeEntry[];
  readonly next: string | undefined;
}

/**
 * What lies right in a directory, some hundred at a time, in no order that is promised. A directory in it, however full, is passed by in the
 * index by one step: so a listing reads about as many rows as it gives entries.
 */
export async function* treeEntries(
  store: Store,
  accountId: string,
  bucket: string,
  directory: string,
): AsyncGenerator<readonly TreeEntry[]> {
  for (const read of [filePage, directoryPage]) {
    const beginning = beginningOf(directory);
    for (let after: string | undefined = beginning; after !== undefined; ) {
      const from: string = after;
      const page: Page = await readRows(store, accountId, (queries) => read(queries, bucket, beginning, from));
      if (page.entries.length > 0) yield page.entries;
      after = page.next;
    }
  }
}

/** Files, and directories that are there by what lies below them. */
async function filePage(queries: AccountQueries, bucket: string, beginning: string, after: string): Promise<Page> {
  const rows = await queries
    .from('bucket_objects')
    .select(['key', 'size', 'modified_at', 'updated_at', 'created_at'])
    .where('bucket', '=', bucket)
    .where('key', '>', after)
    .where('key', '<', behind(beginning))
    .orderBy('key')
    .limit(PAGE)
    .execute();
  const entries = new Map<string, TreeEntry>();
  for (const row of rows) {
    const name = firstName(row.key, beginning);
    const isFile = row.key.length === beginning.length + name.length;
    // Objects that cannot be files are seen by those who see keys.
    if (!isFileName(name)) continue;
    if (!isFile && entries.has(name)) continue;
    const modified = isFile ? (row.modified_at ?? row.updated_at) : row.created_at;
    entries.set(name, { name, kind: isFile ? 'file' : 'directory', size: isFile ? Number(row.size) : 0, modified });
  }
  const listed = await withoutHidden(queries, bucket, beginning, [...entries.values()]);
  return { entries: listed, next: nextOf(rows.at(-1)?.key, beginning, rows.length) };
}

/** Directories of their own that nothing lies in, as the others were given already. */
async function directoryPage(queries: AccountQueries, bucket: string, beginning: string, after: string): Promise<Page> {
  const rows = await queries
    .from('bucket_directories')
    .select(['path', 'created_at'])
    .where('bucket', '=', bucket)
    .where('path', '>', after)
    .where('path', '<', behind(beginning))
    .orderBy('path')
    .limit(PAGE)
    .execute();
  const entries = new Map<string, TreeEntry>();
  for (const { path, created_at } of rows) {
    const name = firstName(path, beginning);
    if (!entries.has(name)) entries.set(name, { name, kind: 'directory', size: 0, modified: created_at });
  }
  const full = await withFilesBelow(
    queries,
    bucket,
    [...entries.keys()].map((name) => `${beginning}${name}/`),
  );
  const empty = [...entries.values()].filter(({ name }) => !full.has(`${beginning}${name}/`));
  const listed = await withoutHidden(queries, bucket, beginning, empty);
  return { entries: listed, next: nextOf(rows.at(-1)?.path, beginning, rows.length) };
}

function firstName(key: string, beginning: string): string {
  const end = key.indexOf('/', beginning.length);
  return key.slice(beginning.length, end === -1 ? undefined : end);
}

/** Behind the last that was read, and behind all of the directory that it lies in. */
function nextOf(last: string | undefined, beginning: string, read: number): string | undefined {
  if (last === undefined) return undefined;
  const name = firstName(last, beginning);
  const isBelow = last.length > beginning.length + name.length;
  if (read < PAGE) return undefined;
  return isBelow ? behind(`${beginning}${name}/`) : last;
}

/** Objects of a bucket may be named as if a file were a directory as well: then the file is shown. */
async function withoutHidden(
  queries: AccountQueries,
  bucket: string,
  beginning: string,
  entries: readonly TreeEntry[],
): Promise<readonly TreeEntry[]> {
  const keys = entries.flatMap(({ name, kind }) => (kind === 'directory' ? [`${beginning}${name}`] : []));
  if (keys.length === 0) return entries;
  const rows = await queries
    .from('bucket_objects')
    .select('key')
    .where('bucket', '=', bucket)
    .where('key', 'in', listOf(queries.tx, keys))
    .execute();
  const files = new Set(rows.map(({ key }) => key));
  return entries.filter(({ name, kind }) => kind === 'file' || !files.has(`${beginning}${name}`));
}

/** Those of these beginnings that keys of the bucket have. */
async function withFilesBelow(
  queries: AccountQueries,
  bucket: string,
  beginnings: readonly string[],
): Promise<ReadonlySet<string>> {
  if (beginnings.length === 0) return new Set();
  const { rows } = await sql<{ value: string }>`select value from ${valueList(queries.tx, beginnings)}
    where exists (select 1 from bucket_objects as o where o.account_id = ${queries.accountId} and o.bucket = ${bucket}
      and o.key > list.value and o.key < list.value || ${LAST})`.execute(queries.tx);
  return new Set(rows.map(({ value }) => value));
}
