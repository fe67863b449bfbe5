import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { readableOf } from '../../objects/byte-streams.js';
import { type ByteRange, ObjectStoreError } from '../../objects/object-store.js';
import type { Platform } from '../../platform.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { BucketObjects } from '../../store/bucket-tables.js';
import { findObject, type ObjectPlace } from './find-object.js';
import { findBucket } from './rows.js';
import { storedNameOf } from './stored-names.js';

type Needs = Pick<Platform, 'store' | 'objects'>;

export interface OpenedObject {
  readonly row: BucketObjects;
  readonly bytes: Readable;
}

/** Which bytes of it, once it is known how many there are. @throws where there are none of these: then nothing is opened. */
export type RangeOf = (row: BucketObjects) => ByteRange | undefined;

/**
 * The row and the bytes, which are compared with what the row says of them: bytes of another size are not given out, and the stream of a
 * whole object that is not the one ends in an error before its end. What is replaced or deleted between the look at the row and that at its
 * bytes is looked up once more.
 * @throws Problem `not-found` with the code `NO_SUCH_BUCKET` or `NO_SUCH_KEY`; ObjectStoreError, also where row and bytes disagree.
 */
export async function openObject(
  services: Needs,
  place: ObjectPlace,
  range?: ByteRange | RangeOf,
): Promise<OpenedObject> {
  const row = await rowAt(services, place);
  const opened = await openRow(services, row, range);
  if (opened !== undefined) return opened;
  const later = await rowAt(services, place);
  const again = later.object_name === row.object_name ? undefined : await openRow(services, later, range);
  if (again === undefined) throw disagreeing();
  return again;
}

/** The row alone. @throws Problem as {@link openObject}. */
export async function rowAt({ store }: Pick<Platform, 'store'>, place: ObjectPlace): Promise<BucketObjects> {
  return store.read(async (db) => {
    const queries = new AccountQueries(db, place.accountId);
    await findBucket(queries, place.bucket, place.mode);
    return findObject(queries, place.bucket, place.key);
  });
}

/** Of a row that was read. @returns `undefined` where its bytes are not there, or are of another size. */
export async function openRow(
  { objects }: Pick<Platform, 'objects'>,
  row: BucketObjects,
  given: ByteRange | RangeOf | undefined,
): Promise<OpenedObject | undefined> {
  const range = typeof given === 'function' ? given(row) : given;
  const name = storedNameOf(row);
  const stored = await objects.stat(name);
  const bytes = stored?.size === Number(row.size) ? await objects.get(name, range) : undefined;
  if (bytes === undefined) return undefined;
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
