import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { readableOf } from '../../objects/byte-streams.js';
import { type ByteRange, ObjectStoreError, type StoredObject } from '../../objects/object-store.js';
import type { Platform } from '../../platform.js';
import { invalid, notFound } from '../../problems.js';
import { AccountQueries } from '../../store/account-queries.js';
import { type AskedPage, type Page, readPage } from '../../store/page.js';
import type { BucketObjects } from '../../store/tables.js';
import type { ArrivalNeeds } from './arriving-objects.js';
import { dropBytes } from './drop-bytes.js';
import { putObjectRows } from './object-rows.js';
import { findBucket } from './rows.js';
import { isObjectKey, newStoredName, storedNameOf } from './stored-names.js';

type Needs = Pick<Platform, 'store' | 'objects' | 'clock'>;
type PutNeeds = Needs & ArrivalNeeds;

/** Whose, and which. */
export interface ObjectPlace {
  readonly accountId: string;
  readonly bucket: string;
  readonly key: string;
}

export interface PutObjectOptions {
  /** Default `application/octet-stream`. */
  readonly contentType?: string | undefined;
  /** The execution that wrote it. */
  readonly executionId?: string | undefined;
  readonly maxBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes an object, in place of one with the same key: its bytes under a name of their own, then the row that names them, so that row and
 * bytes are always of one writer, and the object before is there until the commit. Resolves once both are safe.
 * @throws Problem `not-found` where the account has no such bucket, `invalid` for a key that cannot be one; ObjectStoreError otherwise.
 */
export async function putObject(
  services: PutNeeds,
  place: ObjectPlace,
  bytes: Uint8Array | Readable,
  options: PutObjectOptions = {},
): Promise<BucketObjects> {
  if (!isObjectKey(place.key)) throw badKey();
  await services.store.read((db) => findBucket(new AccountQueries(db, place.accountId), place.bucket));
  const stored = await putBytes(services, newStoredName(services.clock.now()), bytes, options);
  return services.store.write((tx) =>
    putRow(services, new AccountQueries(tx, place.accountId), place, stored, options),
  );
}

export type Summed = StoredObject & { readonly sha256: string };

/** Puts bytes under a name of their own. @returns with their hash, whoever has made it. */
export async function putBytes(
  services: Needs,
  name: string,
  bytes: Uint8Array | Readable,
  { contentType, maxBytes, signal }: PutObjectOptions,
): Promise<Summed> {
  const hash = createHash('sha256');
  const options = { contentType, maxBytes, signal };
  if (bytes instanceof Uint8Array) {
    const stored = await services.objects.put(name, bytes, options);
    return { ...stored, sha256: stored.sha256 ?? hash.update(bytes).digest('hex') };
  }
  const stored = await services.objects.put(name, hashing(bytes, hash), options);
  return { ...stored, sha256: stored.sha256 ?? hash.digest('hex') };
}

function hashing(bytes: Readable, hash: ReturnType<typeof createHash>): Readable {
  const through = new Transform({
    transform(chunk: Uint8Array, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  bytes.on('error', (error) => through.destroy(error));
  return bytes.pipe(through);
}

async function putRow(
  services: PutNeeds,
  queries: AccountQueries,
  { bucket, key }: ObjectPlace,
  { name, size, sha256 }: Summed,
  { contentType, executionId }: PutObjectOptions,
): Promise<BucketObjects> {
  await findBucket(queries, bucket);
  const now = services.clock.now();
  const row = {
    ...{ bucket, key },
    object_name: name,
    size,
    sha256,
    content_type: contentType ?? 'application/octet-stream',
    execution_id: executionId ?? null,
    created_at: now,
    updated_at: now,
  };
  await putObjectRows(services, queries, [row]);
  return findObject(queries, bucket, key);
}

/** @throws Problem `not-found`. */
export async function findObject(queries: AccountQueries, bucket: string, key: string): Promise<BucketObjects> {
  const row = await queries
    .from('bucket_objects')
    .selectAll()
    .where('bucket', '=', bucket)
    .where('key', '=', key)
    .executeTakeFirst();
  if (row === undefined) throw notFound('object');
  return row;
}

/** Whether a bucket holds any object. */
export async function hasObjects(queries: AccountQueries, bucket: string): Promise<boolean> {
  const row = await queries
    .from('bucket_objects')
    .select('key')
    .where('bucket', '=', bucket)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The row and the bytes, which are compared with what the row says of them: bytes of another size are not given out, and the stream of a
 * whole object that is not the one ends in an error before its end.
 * @throws Problem `not-found`; ObjectStoreError, also where row and bytes disagree.
 */
export async function openObject(
  { store, objects }: Needs,
  place: ObjectPlace,
  range?: ByteRange,
): Promise<{ readonly row: BucketObjects; readonly bytes: Readable }> {
  const row = await store.read((db) => findObject(new AccountQueries(db, place.accountId), place.bucket, place.key));
  const name = storedNameOf(row);
  const stored = await objects.stat(name);
  const bytes = stored?.size === Number(row.size) ? await objects.get(name, range) : undefined;
  if (bytes === undefined) throw disagreeing();
  return { row, bytes: range === undefined ? readableOf(compared(bytes, row), bytes) : bytes };
}

async function* compared(bytes: Readable, { sha256 }: BucketObjects): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let last: Uint8Array | undefined;
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    if (last !== undefined) yield last;
    last = chunk;
  }
  if (hash.digest('hex') !== sha256) throw disagreeing();
  if (last !== undefined) yield last;
}

function disagreeing(): ObjectStoreError {
  return new ObjectStoreError(
    'lost',
    'The bytes of an object are not there, or not those that were written. Restore them from a backup, or put the object again.',
  );
}

/** In the order of their keys' bytes. @throws Problem `not-found` where there is no such bucket. */
export async function listObjects(
  queries: AccountQueries,
  bucket: string,
  page: AskedPage & { readonly prefix?: string | undefined },
): Promise<Page<BucketObjects>> {
  await findBucket(queries, bucket);
  let query = queries.from('bucket_objects').selectAll().where('bucket', '=', bucket);
  const { prefix = '' } = page;
  // No key goes on with the last code point there is.
  if (prefix !== '') query = query.where('key', '>=', prefix).where('key', '<', `${prefix}\u{10FFFF}`);
  return readPage(query, ['key'], page);
}

/**
 * Row first: bytes without a row are not seen, a row without bytes would promise them.
 * @throws Problem `not-found`.
 */
export async function deleteObject(services: Needs, place: ObjectPlace): Promise<void> {
  const name = await services.store.write(async (tx) => {
    const queries = new AccountQueries(tx, place.accountId);
    const gone = await queries
      .delete('bucket_objects')
      .where('bucket', '=', place.bucket)
      .where('key', '=', place.key)
      .returning(['bucket', 'key', 'object_name'])
      .executeTakeFirst();
    if (gone === undefined) throw notFound('object');
    return storedNameOf(gone);
  });
  await dropBytes(services, [name]);
}

function badKey(): Error {
  return invalid(
    'This cannot be the key of an object. Use up to 1024 bytes, without control characters and backslashes, and parts between slashes that are not empty, "." or "..".',
  );
}
