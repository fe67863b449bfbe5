import { randomUUID } from 'node:crypto';
import type { Clock } from '../../clock.js';
import { byBytes } from '../../objects/object-name.js';
import { Problem } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { UploadParts, Uploads } from '../../store/bucket-tables.js';
import { LOCK } from '../../store/lock-row.js';
import type { ObjectPlace } from './find-object.js';
import { demandObjectKey } from './object-keys.js';
import { findBucket } from './rows.js';
import { behind } from './tree.js';
import { headersColumn } from './upload-columns.js';

/** Parts of an upload: as many as with S3. They have numbers from 1 on. */
export const MOST_PARTS = 10_000;

/** How a new object is to be described, once it is whole. */
export interface NewUpload {
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Access key id. */
  readonly createdBy: string;
}

/** Which upload: of this object. */
export interface UploadPlace extends ObjectPlace {
  readonly uploadId: string;
}

/** Begins an object that comes in parts. The id is random, so that nobody adds parts to an upload of somebody else. @throws Problem `not-found`, `invalid`. */
export async function createUpload(
  queries: AccountQueries,
  clock: Clock,
  { bucket, key, mode }: ObjectPlace,
  { contentType, headers, createdBy }: NewUpload,
): Promise<Uploads> {
  demandObjectKey(key);
  await findBucket(queries, bucket, mode);
  const now = clock.now();
  return queries
    .insert('uploads', {
      id: randomUUID().replaceAll('-', ''),
      bucket,
      key,
      content_type: contentType,
      headers: headersColumn(headers),
      created_by: createdBy,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @throws Problem `not-found` with the code `NO_SUCH_BUCKET` or `NO_SUCH_UPLOAD`. */
export async function findUpload(queries: AccountQueries, place: UploadPlace): Promise<Uploads> {
  await findBucket(queries, place.bucket, place.mode);
  const row = await queries
    .from('uploads')
    .selectAll()
    .where('id', '=', place.uploadId)
    .where('bucket', '=', place.bucket)
    .where('key', '=', place.key)
    .executeTakeFirst();
  if (row === undefined) throw noSuchUpload();
  return row;
}

/** The same, locked: nobody completes or aborts the upload until the transaction ends. */
export async function lockUpload(queries: AccountQueries, place: UploadPlace): Promise<Uploads> {
  const upload = await findUpload(queries, place);
  const locked = await queries
    .update('uploads')
    .set(LOCK)
    .where('id', '=', upload.id)
    .returningAll()
    .executeTakeFirst();
  if (locked === undefined) throw noSuchUpload();
  return locked;
}

export function noSuchUpload(): Problem {
  const text = 'There is no such upload: it was ended, or never begun. Begin another.';
  return new Problem('not-found', text, { code: NO_SUCH_UPLOAD });
}

const NO_SUCH_UPLOAD = 'NO_SUCH_UPLOAD';

export function isNoSuchUpload(error: unknown): boolean {
  return error instanceof Problem && error.code === NO_SUCH_UPLOAD;
}

/** All parts that are there, by their numbers, in their order. */
export async function allParts(queries: AccountQueries, id: string): Promise<ReadonlyMap<number, UploadParts>> {
  return new Map((await partsAfter(queries, id, 0, MOST_PARTS)).map((part) => [part.number, part]));
}

/** Parts behind a number, in their order. */
export function partsAfter(queries: AccountQueries, id: string, after: number, most: number): Promise<UploadParts[]> {
  const rows = queries.from('upload_parts').selectAll().where('upload_id', '=', id).where('number', '>', after);
  return rows.orderBy('number').limit(most).execute();
}

export interface UploadsAsked {
  readonly prefix?: string | undefined;
  /** Only what comes behind it is given: the key and the id of an upload; with an empty id, all uploads of the key are behind. */
  readonly after?: { readonly key: string; readonly id: string } | undefined;
  readonly size: number;
}

/** Uploads of a bucket under way, in the order of their keys and ids. */
export function uploadsOf(queries: AccountQueries, bucket: string, asked: UploadsAsked): Promise<Uploads[]> {
  const { prefix = '', after, size } = asked;
  let rows = queries.from('uploads').selectAll().where('bucket', '=', bucket);
  rows = rows.where('key', '<', behind(prefix));
  // One lower bound alone, as in `listKeys`.
  if (after === undefined || byBytes(after.key, prefix) < 0) rows = rows.where('key', '>=', prefix);
  else if (after.id === '') rows = rows.where('key', '>', after.key);
  else rows = rows.where((row) => row(row.refTuple('key', 'id'), '>', row.tuple(after.key, after.id)));
  return rows.orderBy('key').orderBy('id').limit(size).execute();
}
