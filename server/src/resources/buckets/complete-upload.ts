import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ObjectStoreError } from '../../objects/object-store.js';
import type { GivenUp } from '../../objects/orphans.js';
import type { Platform } from '../../platform.js';
import { invalid } from '../../problems.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { BucketObjects, UploadParts, Uploads } from '../../store/bucket-tables.js';
import { descriptionOf } from './described.js';
import { dropBytes, dropUnnamed } from './drop-bytes.js';
import { endUpload } from './end-uploads.js';
import { objectAt } from './find-object.js';
import { putBytes } from './put-bytes.js';
import { type PutNeeds, type PutObjectOptions, putStored } from './put-object.js';
import { headersOfUpload } from './upload-columns.js';
import { allParts, findUpload, isNoSuchUpload, type UploadPlace } from './upload-rows.js';

/** A part that its client wants in the object. */
export interface WantedPart {
  readonly number: number;
  /** MD5 of its bytes, without quotation marks. */
  readonly etag: string;
}

/** Bytes that each part but the last has at least, as with S3. */
const LEAST_BYTES = 5 * 1024 * 1024;

export interface CompleteOptions
  extends Pick<PutObjectOptions, 'condition' | 'signal' | 'maxBytes' | 'also' | 'checksum'> {
  /** Called once the parts are found, before the long work of joining them begins. */
  readonly joining?: (() => void) | undefined;
  /** What the parts have together, as the client means. Else Problem `invalid` with the code `WRONG_SIZE`. */
  readonly bytes?: number | undefined;
}

/**
 * Joins the parts of an upload to an object: those that are there when this begins. The commit that puts the object ends the upload, so that it can be
 * tried again until then. Whoever completes an upload once more that has become the object under the key gets that object.
 * @throws Problem `invalid` with the code `INVALID_PART`, `INVALID_PART_ORDER` or `PART_TOO_SMALL`, `not-found` with `NO_SUCH_UPLOAD`, and as
 * `putObject`.
 */
export async function completeUpload(
  services: PutNeeds,
  place: UploadPlace,
  wanted: readonly WantedPart[],
  options: CompleteOptions = {},
): Promise<BucketObjects> {
  try {
    return await joinUpload(services, place, wanted, options);
  } catch (error) {
    if (!isNoSuchUpload(error)) throw error;
    const made = await services.store.read((db) => madeOf(new AccountQueries(db, place.accountId), place));
    if (made === undefined) throw error;
    return made;
  }
}

async function joinUpload(
  services: PutNeeds,
  place: UploadPlace,
  wanted: readonly WantedPart[],
  { joining, signal, maxBytes, bytes: meant, ...options }: CompleteOptions,
): Promise<BucketObjects> {
  const { upload, parts } = await services.store.read(async (db) => {
    const queries = new AccountQueries(db, place.accountId);
    const found = await findUpload(queries, place);
    // Somebody else may have completed the upload since it was found, so that its parts are gone: then the upload is what is missing.
    const there = await wantedParts(queries, found, wanted).catch(async (error) => {
      await findUpload(queries, place);
      throw error;
    });
    return { upload: found, parts: there };
  });
  if (meant !== undefined && meant !== parts.reduce((sum, { size }) => sum + Number(size), 0)) {
    throw invalid('The parts have not as many bytes as the object is meant to have.', { code: 'WRONG_SIZE' });
  }
  joining?.();
  const bytes = Readable.from(joined(services, parts), { objectMode: false });
  const put = { contentType: upload.content_type, signal, maxBytes };
  const stored = await putBytes(services, undefined, bytes, put).catch((error) => orEnded(services, place, error));
  let left: readonly GivenUp[] = [];
  const also = async (queries: AccountQueries, row: BucketObjects): Promise<void> => {
    left = await endUpload(queries, upload.id);
    await options.also?.(queries, row);
  };
  const row = await dropUnnamed(services, place.accountId, stored, () =>
    putStored(services, place, { ...stored, etag: etagOfParts(parts) }, { ...options, ...describedBy(upload), also }),
  );
  await dropBytes(services, place.accountId, left);
  return row;
}

/** The object that this upload has become already, for a client that did not get the answer. */
async function madeOf(
  queries: AccountQueries,
  { bucket, key, uploadId }: UploadPlace,
): Promise<BucketObjects | undefined> {
  const there = await objectAt(queries, bucket, key);
  return there !== undefined && descriptionOf(there).upload === uploadId ? there : undefined;
}

async function wantedParts(
  queries: AccountQueries,
  { id }: Uploads,
  wanted: readonly WantedPart[],
): Promise<readonly UploadParts[]> {
  if (wanted.length === 0) throw invalid('An object has one part at least.', { code: 'INVALID_PART' });
  const isInOrder = wanted.every(({ number }, index) => number > (wanted[index - 1]?.number ?? 0));
  if (!isInOrder) throw invalid('Name the parts in the order of their numbers.', { code: 'INVALID_PART_ORDER' });
  const there = await allParts(queries, id);
  const parts = wanted.map(({ number, etag }) => {
    const part = there.get(number);
    if (part?.md5 === etag) return part;
    throw invalid('A part is not there, or is another than was named. Put it again.', { code: 'INVALID_PART' });
  });
  if (parts.slice(0, -1).some(({ size }) => Number(size) < LEAST_BYTES)) {
    throw invalid('Each part but the last has 5 MB at least.', { code: 'PART_TOO_SMALL' });
  }
  return parts;
}

/** The bytes of all parts, one part behind the other. @throws ObjectStoreError `lost` where bytes of a part are not those that were put. */
async function* joined(
  { objects }: Pick<Platform, 'objects'>,
  parts: readonly UploadParts[],
): AsyncGenerator<Uint8Array> {
  for (const { object_name, sha256 } of parts) {
    const bytes = await objects.get(object_name);
    const hash = createHash('sha256');
    for await (const chunk of (bytes ?? []) as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      yield chunk;
    }
    if (hash.digest('hex') !== sha256) throw new ObjectStoreError('lost', LOST);
  }
}

const LOST = 'The bytes of a part are not there, or not those that were put. Begin the upload anew.';

/**
 * Parts that are missing while they are joined may have been removed by somebody else who has ended the upload: then that is what is said.
 * @throws Problem as `findUpload`; the error itself where the upload is still there.
 */
async function orEnded({ store }: Pick<Platform, 'store'>, place: UploadPlace, error: unknown): Promise<never> {
  if (error instanceof ObjectStoreError && error.code === 'lost') {
    await store.read((db) => findUpload(new AccountQueries(db, place.accountId), place));
  }
  throw error;
}

function describedBy(upload: Uploads): Parameters<typeof putStored>[3] {
  return { contentType: upload.content_type, headers: headersOfUpload(upload), upload: upload.id };
}

/** The MD5 of the MD5s of the parts, a hyphen, and their number: so S3 makes it, and clients compare it. */
function etagOfParts(parts: readonly UploadParts[]): string {
  const hash = createHash('md5');
  for (const { md5 } of parts) hash.update(Buffer.from(md5, 'hex'));
  return `${hash.digest('hex')}-${parts.length}`;
}
