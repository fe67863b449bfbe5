import type { NamedObject } from '../../objects/artifact-rows.js';
import type { SweptPlace } from '../../objects/sweep.js';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import { insertRows } from '../../store/insert-rows.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';
import { STORED_OBJECTS, storedNameOf } from './stored-names.js';

const NEWER_OBJECT = {
  key: ['bucket', 'key'],
  columns: ['object_name', 'size', 'sha256', 'content_type', 'execution_id', 'updated_at'],
};

/** Writes down objects whose bytes deliveries have put, each in place of one of the same key. */
export async function putObjectRows(
  queries: AccountQueries,
  objects: readonly OwnRow<'bucket_objects'>[],
): Promise<void> {
  // Two connections may put the same object; the later one is there.
  const rows = [...new Map(objects.map((row) => [`${row.bucket}/${row.key}`, row])).values()];
  await insertRows(queries, 'bucket_objects', rows, NEWER_OBJECT);
}

/** Those of these buckets that the account has; no names are no statement. */
export async function existingBuckets(queries: AccountQueries, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const named = queries.from('buckets').select('name').where('name', 'in', listOf(queries.tx, names));
  return new Set((await named.execute()).map(({ name }) => name));
}

/**
 * Objects of buckets behind a place, in the order of bucket and key, and how many bytes each needs at least: over all accounts, as a backup
 * is. An object of an older release may be replaced while it is copied, so nothing is said of its size.
 */
export async function bucketObjectsAfter(
  db: Transaction,
  after: { readonly bucket: string; readonly key: string },
  most: number,
): Promise<readonly (NamedObject & { readonly bucket: string; readonly key: string })[]> {
  const rows = await db
    .selectFrom('bucket_objects')
    .select(['bucket', 'key', 'object_name', 'size'])
    .where((row) => row(row.refTuple('bucket', 'key'), '>', row.tuple(after.bucket, after.key)))
    .orderBy('bucket')
    .orderBy('key')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    ...{ bucket: row.bucket, key: row.key, name: storedNameOf(row) },
    leastBytes: row.object_name === null ? 0 : Number(row.size),
  }));
}

/** For the sweep: which of the bytes under {@link STORED_OBJECTS} rows name. Over all accounts: the names have none. */
export const storedObjects: SweptPlace = {
  prefix: STORED_OBJECTS,
  namesBetween: async (db, first, last) => {
    const rows = await db
      .selectFrom('bucket_objects')
      .select('object_name')
      .where('object_name', '>=', first)
      .where('object_name', '<=', last)
      .execute();
    return rows.flatMap(({ object_name }) => object_name ?? []);
  },
};
