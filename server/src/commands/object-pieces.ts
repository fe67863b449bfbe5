import { writeAudit } from '../audit/write-audit.js';
import type { Services } from '../exchange/services.js';
import { collect } from '../objects/byte-streams.js';
import { conflict } from '../problems.js';
import { completeUpload } from '../resources/buckets/complete-upload.js';
import { etagOf } from '../resources/buckets/described.js';
import { abortUpload } from '../resources/buckets/end-uploads.js';
import { type ObjectPlace, objectId } from '../resources/buckets/find-object.js';
import { openObject } from '../resources/buckets/open-object.js';
import { putObject } from '../resources/buckets/put-object.js';
import { putPart } from '../resources/buckets/put-part.js';
import { allParts, createUpload } from '../resources/buckets/upload-rows.js';
import { AccountQueries } from '../store/account-queries.js';
import { accountOf } from './account-of.js';
import { type Command, type Input, optionalText, textIn, UsageError } from './command.js';

// Bytes of objects go between the command line and where the store is as JSON, a piece at a time: neither has all of an object in memory.

/** Bytes of a piece. As base64 it stays below what a command may be asked with; as a part of an upload it is large enough. */
export const PIECE_BYTES = 16 * 1024 * 1024;

export interface ReadPiece {
  /** Of the whole object. */
  readonly size: number;
  readonly sha256: string;
  /** Base64. */
  readonly bytes: string;
}

/** Asked by `objects get`. */
export const READ_PIECE: Command = {
  name: 'objects read',
  usage: 'BUCKET KEY [--from N] [--sha256 HASH] [--account ID]',
  summary: 'Prints a piece of an object in base64; objects get asks so by itself.',
  isInner: true,
  prepare: async () => {
    throw new UsageError('objects get BUCKET KEY --out FILE reads an object.');
  },
  run: readPiece,
  show: ({ bytes }: ReadPiece) => bytes,
};

export type SentPiece = { readonly uploadId: string; readonly etag?: undefined } | { readonly etag: string };

/** Asked by `objects put`. */
export const SEND_PIECE: Command = {
  name: 'objects send',
  usage: 'BUCKET KEY [--account ID]',
  summary: 'Takes a piece of an object in base64; objects put asks so by itself.',
  isInner: true,
  prepare: async () => {
    throw new UsageError('objects put BUCKET KEY FILE puts an object.');
  },
  run: sendPiece,
  show: (sent: SentPiece) => JSON.stringify(sent),
};

async function readPiece(services: Services, input: Input): Promise<ReadPiece> {
  const place = await placeOf(services, input);
  const from = Number(input.from ?? 0);
  const known = optionalText(input, 'sha256');
  const { row, bytes } = await openObject(services, place, ({ size, sha256 }) => {
    if (known !== undefined && known !== sha256) throw conflict('The object was replaced meanwhile. Read it again.');
    // An object without bytes is read as a whole: no range is in it.
    return Number(size) === 0 ? undefined : { from, length: Math.min(PIECE_BYTES, Number(size) - from) };
  });
  const piece = await collect(bytes);
  // Once for each object, and not for each of its pieces.
  if (from === 0) {
    await services.store.write((tx) => audit(services, new AccountQueries(tx, place.accountId), 'read', place));
  }
  return { size: Number(row.size), sha256: row.sha256, bytes: piece.toString('base64') };
}

/** An object that fits into one piece is put at once. Of a larger one each piece is a part of an upload, which the last piece completes. */
async function sendPiece(services: Services, input: Input): Promise<SentPiece> {
  const place = await placeOf(services, input);
  const bytes = Buffer.from(String(input.bytes ?? ''), 'base64');
  const contentType = optionalText(input, 'contentType') ?? 'application/octet-stream';
  const also = (queries: AccountQueries) => audit(services, queries, 'put', place);
  const known = optionalText(input, 'uploadId');
  if (input.abandoned === true && known !== undefined) {
    await abortUpload(services, { ...place, uploadId: known });
    return { uploadId: known };
  }
  if (known === undefined && input.last === true) {
    return { etag: etagOf(await putObject(services, place, bytes, { contentType, also })) };
  }
  const uploadId = known ?? (await beginUpload(services, place, contentType));
  const upload = { ...place, uploadId };
  await putPart(services, upload, Number(input.number), bytes);
  if (input.last !== true) return { uploadId };
  const parts = await services.store.read((db) => allParts(new AccountQueries(db, place.accountId), uploadId));
  const wanted = [...parts.values()].map(({ number, md5 }) => ({ number, etag: md5 }));
  return { etag: etagOf(await completeUpload(services, upload, wanted, { also })) };
}

async function beginUpload({ store, clock }: Services, place: ObjectPlace, contentType: string): Promise<string> {
  const upload = { contentType, headers: {}, createdBy: 'operator' };
  const { id } = await store.write((tx) => createUpload(new AccountQueries(tx, place.accountId), clock, place, upload));
  return id;
}

export async function placeOf(services: Services, input: Input): Promise<ObjectPlace> {
  const accountId = await accountOf(services, optionalText(input, 'account'));
  return { accountId, bucket: textIn(input, 'bucket'), key: textIn(input, 'key') };
}

export async function audit(
  { clock }: Services,
  queries: AccountQueries,
  action: string,
  place: ObjectPlace,
): Promise<void> {
  await writeAudit(queries, clock, { action, objectKind: 'object', objectId: objectId(place) });
}
