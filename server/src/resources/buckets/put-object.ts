import type { Readable } from 'node:stream';
import type { Platform } from '../../platform.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { BucketObjects } from '../../store/bucket-tables.js';
import type { ArrivalNeeds } from './arriving-objects.js';
import { type Description, describedColumn } from './described.js';
import { dropUnnamed } from './drop-bytes.js';
import { demandExpected, type ExpectedBytes } from './expected-bytes.js';
import { findObject, type ObjectPlace } from './find-object.js';
import type { Made } from './notify-functions.js';
import { demandObjectKey } from './object-keys.js';
import { putObjectRows } from './object-rows.js';
import { putBytes, type StoredBytes } from './put-bytes.js';
import { demandMatch, orTaken, type PutCondition } from './put-condition.js';
import { findBucket } from './rows.js';

/** Bytes that are put at once, as with S3: larger objects come in parts. */
export const MOST_PUT_BYTES = 5 * 1024 ** 3;

export type PutNeeds = Pick<Platform, 'store' | 'objects' | 'clock' | 'room'> & ArrivalNeeds;

export interface PutObjectOptions extends Omit<Description, 'etag' | 'checksum'> {
  /** Of its bytes, by its client: `crc32:<base64>`. A function is called once all bytes have come, as a checksum may come behind them. */
  readonly checksum?: string | (() => string | undefined) | undefined;
  /** Default `application/octet-stream`. */
  readonly contentType?: string | undefined;
  /** The execution that wrote it. */
  readonly executionId?: string | undefined;
  readonly maxBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** What has to be there, or not, at the commit. */
  readonly condition?: PutCondition | undefined;
  readonly expected?: ExpectedBytes | undefined;
  /** Default `Put`, or that its parts were joined. */
  readonly made?: Made | undefined;
  /** What else is written in the commit that puts it there. */
  readonly also?: ((queries: AccountQueries, row: BucketObjects) => Promise<void>) | undefined;
}

/**
 * Writes an object, in place of one with the same key: first its bytes under a name of their own, then the row that names them. So row and bytes are
 * always of one writer, and until the commit readers get the object that was there before. Resolves once both are stored.
 * @throws Problem `not-found` where the account has no such bucket, `invalid` for a key that cannot be one, and with the code `BAD_DIGEST`
 * for other bytes than expected; as {@link PutCondition} says; ObjectStoreError otherwise.
 */
export async function putObject(
  services: PutNeeds,
  place: ObjectPlace,
  bytes: Uint8Array | Readable,
  options: PutObjectOptions = {},
): Promise<BucketObjects> {
  demandObjectKey(place.key);
  await services.store.read((db) => findBucket(new AccountQueries(db, place.accountId), place.bucket, place.mode));
  const { contentType, maxBytes, signal } = options;
  const stored = await putBytes(services, place.accountId, bytes, { contentType, maxBytes, signal });
  return await dropUnnamed(services, place.accountId, stored, () => {
    demandExpected(stored, options.expected);
    return putStored(services, place, { ...stored, etag: stored.md5 }, options);
  });
}

/** The commit of {@link putObject}, for bytes that are in the object store already. @throws as there. */
export async function putStored(
  services: PutNeeds,
  place: ObjectPlace,
  stored: Pick<StoredBytes, 'name' | 'size' | 'sha256'> & { readonly etag: string },
  options: Omit<PutObjectOptions, 'maxBytes' | 'signal' | 'expected'>,
): Promise<BucketObjects> {
  const { condition, also, upload } = options;
  const made = upload === undefined ? options.made : 'CompleteMultipartUpload';
  const put = services.store.write(async (tx) => {
    const queries = new AccountQueries(tx, place.accountId);
    await findBucket(queries, place.bucket, place.mode);
    await demandMatch(queries, place, condition);
    const row = rowOf(place, stored, options, services.clock.now());
    const { depth } = place;
    await putObjectRows(services, queries, [row], { mayReplace: condition?.ifNoneMatch === undefined, made, depth });
    const there = await findObject(queries, place.bucket, place.key);
    await also?.(queries, there);
    return there;
  });
  return orTaken(put, condition);
}

function rowOf(
  { bucket, key }: ObjectPlace,
  { name, size, sha256, etag }: Parameters<typeof putStored>[2],
  { contentType, executionId, headers, checksum, upload }: PutObjectOptions,
  now: number,
) {
  const sum = typeof checksum === 'function' ? checksum() : checksum;
  return {
    bucket,
    key,
    object_name: name,
    size,
    sha256,
    described: describedColumn(name, { etag, headers, upload, checksum: sum }),
    content_type: contentType ?? 'application/octet-stream',
    execution_id: executionId ?? null,
    created_at: now,
    updated_at: now,
  };
}
