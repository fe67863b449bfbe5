import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
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

/**
 * Judges an object before its bytes are opened. @returns which of them are wanted: `undefined`: all; `nothing`: the row is enough. What it throws ends
 * the opening.
 */
export type RangeOf = (row: BucketObjects) => ByteRange | 'nothing' | undefined;

/**
 * The row and the bytes, which are compared with what the row says of them: bytes of another size are not given out, and the stream of a
 * whole object ends in an error before its last chunk where its hash is another. An object that is replaced after its row was read, so that its
 * bytes are gone, is looked up once more.
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

/** The bytes of a row that was read. @returns `undefined` where they are not there, or are of another size. */
export async function openRow(
  { objects }: Pick<Platform, 'objects'>,
  row: BucketObjects,
  given: ByteRange | RangeOf | undefined,
): Promise<OpenedObject | undefined> {
  const range = typeof given === 'function' ? given(row) : given;
  if (range === 'nothing') return { row, bytes: Readable.from([]) };
  const name = storedNameOf(row);
  const stored = await objects.stat(name);
  const bytes = stored?.size === Number(row.size) ? await objects.get(name, range) : undefined;
  if (bytes === undefined) return undefined;
  return { row, bytes: range === undefined ? readableOf(compared(bytes, row), bytes) : bytes };
}

/** Each chunk goes on when the next one has come, so that the last is held back until the hash of all is known. */
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
