import type { NamedObject } from '../../objects/artifact-rows.js';
import { leaveToSweep } from '../../objects/orphans.js';
import type { SweptPlace } from '../../objects/sweep.js';
import { sweptArtifacts } from '../../objects/sweep.js';
import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import { insertRows } from '../../store/insert-rows.js';
import type { Transaction } from '../../store/store.js';
import type { Json } from '../../store/tables.js';
import { listOf } from '../../store/value-list.js';
import {
  type ArrivalNeeds,
  type ArrivedObjects,
  type ArrivingObject,
  recordArrivingObjects,
} from './arriving-objects.js';
import { type CreatedBy, writeCreatedEvents } from './created-events.js';
import { etagOf } from './described.js';
import { partsBetween } from './named-parts.js';
import { STORED_OBJECTS, storedNameOf } from './stored-names.js';

const NEWER_OBJECT = {
  key: ['bucket', 'key'],
  columns: ['object_name', 'size', 'sha256', 'described', 'content_type', 'execution_id', 'modified_at', 'updated_at'],
  before: { replaced_name: 'object_name', replaced_size: 'size' },
};

const FIRST_OF_KEY = { modified_at: null, replaced_name: null, replaced_size: null };

/** The row of an object whose bytes are in the object store already, under a name of their own. */
export interface NewObject
  extends Omit<
    OwnRow<'bucket_objects'>,
    'object_name' | 'described' | 'modified_at' | 'replaced_name' | 'replaced_size'
  > {
  readonly object_name: string;
  /** As `describedColumn` makes it of the same bytes. */
  readonly described: Json;
  /** Default: when it is put. */
  readonly modified_at?: number | null;
}

export interface PutRowsOptions extends CreatedBy {
  /** The connections that have delivered objects, by the names of their bytes. */
  readonly over?: ReadonlyMap<string, string>;
  /** Default true. */
  readonly mayReplace?: boolean;
}

/**
 * Writes rows of objects, each in place of one of the same key. Every put ends here, by whatever way: it writes the event, and below the inbound
 * place of a connection the file that has come in.
 * @returns as {@link recordArrivingObjects}.
 * @throws what the store says of a key that is taken, where none may be replaced: `isDuplicate`.
 */
export async function putObjectRows(
  services: ArrivalNeeds,
  queries: AccountQueries,
  objects: readonly NewObject[],
  { over, mayReplace = true, ...by }: PutRowsOptions = {},
): Promise<ArrivedObjects> {
  // Two connections may put the same object; the later one is there.
  const rows = [...new Map(objects.map((row) => [`${row.bucket}/${row.key}`, { ...FIRST_OF_KEY, ...row }])).values()];
  await insertRows(queries, 'bucket_objects', rows, mayReplace ? NEWER_OBJECT : undefined);
  if (mayReplace) await leaveReplaced(queries, objects, rows, services.clock.now());
  const put = rows.map((row) => arrivingOf(row, over?.get(row.object_name)));
  await writeCreatedEvents(services, queries, put, by);
  return recordArrivingObjects(services, queries, put, by.depth);
}

type PutBytes = Pick<NewObject, 'object_name' | 'size'>;

/**
 * Bytes that these rows have replaced may still be read: they are left to the sweep, and take room of the account until then, and so are those of
 * objects that have no row, as a later one of their key came with them. Each row tells what it has replaced, so that of many who replace one object
 * at once none is left out.
 */
async function leaveReplaced(
  queries: AccountQueries,
  objects: readonly PutBytes[],
  rows: readonly PutBytes[],
  now: number,
): Promise<void> {
  const names = rows.map(({ object_name }) => object_name);
  const replacing = await queries
    .from('bucket_objects')
    .select(['replaced_name', 'replaced_size'])
    .where('object_name', 'in', listOf(queries.tx, names))
    // Put once more under the name that it has: nothing was replaced.
    .where('replaced_name', '<>', (row) => row.ref('object_name'))
    .execute();
  const replaced = replacing.map(({ replaced_name, replaced_size }) => ({
    name: replaced_name ?? '',
    size: Number(replaced_size ?? 0),
  }));
  const written = new Set(names);
  const passedOver = objects.filter(({ object_name }) => !written.has(object_name));
  const left = [...replaced, ...passedOver.map(({ object_name, size }) => ({ name: object_name, size: Number(size) }))];
  // What an older release has put under bucket and key is not looked at by the sweep.
  const swept = left.filter(({ name }) => name.startsWith(STORED_OBJECTS));
  await leaveToSweep(queries, swept, now);
}

export function arrivingOf(
  row: Pick<NewObject, 'bucket' | 'key' | 'object_name' | 'size' | 'sha256' | 'execution_id'> & {
    readonly described: Json | null;
  },
  over?: string,
): ArrivingObject {
  const { bucket, key, object_name: objectName, size, sha256 } = row;
  return {
    bucket,
    key,
    objectName,
    size: Number(size),
    sha256,
    etag: etagOf(row),
    executionId: row.execution_id,
    over,
  };
}

/** The object that was put with these bytes is taken away, wherever it is now; its bytes stay with who else names them. */
export async function removePutObject(queries: AccountQueries, objectName: string): Promise<void> {
  await queries.delete('bucket_objects').where('object_name', '=', objectName).execute();
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

/** Those of these bytes that objects of any account have. */
export async function namedByObjects(db: Transaction, names: readonly string[]): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('bucket_objects')
    .select('object_name')
    .where('object_name', 'in', listOf(db, names))
    .execute();
  return rows.flatMap(({ object_name }) => object_name ?? []);
}

/** For the sweep: which of the bytes under {@link STORED_OBJECTS} rows name, those of files that came in by their artifacts, too. Over all accounts: the names have none. */
export const storedObjects: SweptPlace = {
  prefix: STORED_OBJECTS,
  mayBeRead: true,
  namesBetween: async (db, first, last) => {
    const rows = await db
      .selectFrom('bucket_objects')
      .select('object_name')
      .where('object_name', '>=', first)
      .where('object_name', '<=', last)
      .execute();
    const kept = await sweptArtifacts.namesBetween(db, first, last);
    const parts = await partsBetween(db, first, last);
    return [...rows.flatMap(({ object_name }) => object_name ?? []), ...kept, ...parts];
  },
};
