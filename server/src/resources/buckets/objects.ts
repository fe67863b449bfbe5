import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { type ByteRange, ObjectStoreError, type StoredObject } from '../../objects/object-store.js';
import type { Platform } from '../../platform.js';
import { invalid, notFound } from '../../problems.js';
import { AccountQueries } from '../../store/account-queries.js';
import { isStorable } from '../../store/bindable.js';
import { type AskedPage, type Page, readPage } from '../../store/page.js';
import type { BucketObjects } from '../../store/tables.js';
import { inTurn } from './in-turn.js';
import { findBucket, hasBucket } from './rows.js';

type Needs = Pick<Platform, 'store' | 'objects' | 'clock'>;

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
 * Writes an object, in place of one with the same key, and its row. Resolves once both are safe.
 * @throws Problem `not-found` where the account has no such bucket, `invalid` for a key that cannot be one; ObjectStoreError otherwise.
 */
export async function putObject(
  services: Needs,
  place: ObjectPlace,
  bytes: Uint8Array | Readable,
  options: PutObjectOptions = {},
): Promise<BucketObjects> {
  const name = nameOf(place);
  await services.store.read((db) => findBucket(new AccountQueries(db, place.accountId), place.bucket));
  // Two writers of one key in this process: bytes and row come from the same.
  return inTurn(services.objects, name, async () => {
    const stored = await putBytes(services, name, bytes, options);
    try {
      return await services.store.write((tx) =>
        putRow(services, new AccountQueries(tx, place.accountId), place, stored, options),
      );
    } catch (error) {
      // The bucket went while its bytes came: nothing would ever name them.
      if (await isBucketGone(services, place)) await services.objects.delete(name);
      throw error;
    }
  });
}

type Summed = StoredObject & { readonly sha256: string };

async function putBytes(
  services: Needs,
  name: string,
  bytes: Uint8Array | Readable,
  { contentType, maxBytes, signal }: PutObjectOptions,
): Promise<Summed> {
  const hash = createHash('sha256');
  const options = { contentType, maxBytes, signal };
  try {
    if (bytes instanceof Uint8Array) {
      const stored = await services.objects.put(name, bytes, options);
      return { ...stored, sha256: stored.sha256 ?? hash.update(bytes).digest('hex') };
    }
    const stored = await services.objects.put(name, hashing(bytes, hash), options);
    return { ...stored, sha256: stored.sha256 ?? hash.digest('hex') };
  } catch (error) {
    throw error instanceof ObjectStoreError && error.code === 'name-refused' ? invalid(error.message) : error;
  }
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
  { clock }: Needs,
  queries: AccountQueries,
  { bucket, key }: ObjectPlace,
  { size, sha256 }: Summed,
  { contentType, executionId }: PutObjectOptions,
): Promise<BucketObjects> {
  await findBucket(queries, bucket);
  const now = clock.now();
  const columns = {
    size,
    sha256,
    content_type: contentType ?? 'application/octet-stream',
    execution_id: executionId ?? null,
    updated_at: now,
  };
  return queries
    .insert('bucket_objects', { bucket, key, ...columns, created_at: now })
    .onConflict((inserted) => inserted.columns(['bucket', 'key']).doUpdateSet(columns))
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function isBucketGone({ store }: Needs, { accountId, bucket }: ObjectPlace): Promise<boolean> {
  return !(await store.read((db) => hasBucket(new AccountQueries(db, accountId), bucket)));
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

/** The row and the bytes. @throws Problem `not-found`; ObjectStoreError. */
export async function openObject(
  { store, objects }: Needs,
  place: ObjectPlace,
  range?: ByteRange,
): Promise<{ readonly row: BucketObjects; readonly bytes: Readable }> {
  const row = await store.read((db) => findObject(new AccountQueries(db, place.accountId), place.bucket, place.key));
  const bytes = await objects.get(nameOf(place), range);
  if (bytes === undefined) throw notFound('object');
  return { row, bytes };
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

/** Row first: bytes without a row are not seen, a row without bytes would promise them. @throws Problem `not-found`. */
export async function deleteObject({ store, objects }: Needs, place: ObjectPlace): Promise<void> {
  const name = nameOf(place);
  await inTurn(objects, name, async () => {
    await store.write(async (tx) => {
      const queries = new AccountQueries(tx, place.accountId);
      await findObject(queries, place.bucket, place.key);
      await queries.delete('bucket_objects').where('bucket', '=', place.bucket).where('key', '=', place.key).execute();
    });
    await objects.delete(name);
  });
}

function nameOf({ bucket, key }: ObjectPlace): string {
  const parts = key.split('/');
  const sound = Buffer.byteLength(key) <= 1024 && parts.every((part) => part !== '' && part !== '.' && part !== '..');
  if (!sound || !isStorable(key)) throw badKey();
  return `${bucket}/${key}`;
}

function badKey(): Error {
  return invalid(
    'This cannot be the key of an object. Use up to 1024 bytes, parts between slashes that are not empty, "." or "..".',
  );
}
