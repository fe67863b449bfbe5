import type { Readable } from 'node:stream';
import { leaveToSweep } from '../../objects/orphans.js';
import type { Platform } from '../../platform.js';
import { invalid } from '../../problems.js';
import { AccountQueries } from '../../store/account-queries.js';
import { dropUnnamed } from './drop-bytes.js';
import { demandExpected, type ExpectedBytes } from './expected-bytes.js';
import { putBytes, type StoredBytes } from './put-bytes.js';
import { findUpload, lockUpload, MOST_PARTS, type UploadPlace } from './upload-rows.js';

export interface PutPartOptions {
  readonly maxBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly expected?: ExpectedBytes | undefined;
  /** Of its bytes, by its client: `crc32:<base64>`. Called once all bytes have come, as it may come behind them. */
  readonly checksum?: (() => string | undefined) | undefined;
}

/**
 * Puts a part of an upload, in place of one with the same number. Resolves once it is safe.
 * @param number 1 to 10,000.
 * @throws Problem `not-found` with the code `NO_SUCH_UPLOAD`, `invalid`; ObjectStoreError.
 */
export async function putPart(
  services: Pick<Platform, 'store' | 'objects' | 'clock' | 'room'>,
  place: UploadPlace,
  number: number,
  bytes: Uint8Array | Readable,
  { expected, checksum, ...options }: PutPartOptions = {},
): Promise<StoredBytes> {
  const { store, clock } = services;
  if (!Number.isInteger(number) || number < 1 || number > MOST_PARTS) {
    throw invalid(`Parts have numbers from 1 to ${MOST_PARTS}.`, { code: 'BAD_PART_NUMBER' });
  }
  await store.read((db) => findUpload(new AccountQueries(db, place.accountId), place));
  const stored = await putBytes(services, place.accountId, bytes, options);
  return dropUnnamed(services, place.accountId, stored, async () => {
    demandExpected(stored, expected);
    await store.write((tx) =>
      putRow(new AccountQueries(tx, place.accountId), place, number, stored, checksum?.(), clock.now()),
    );
    return stored;
  });
}

/** The bytes of a part that is replaced are left to the sweep, as somebody may be joining the upload from them at this moment. */
async function putRow(
  queries: AccountQueries,
  place: UploadPlace,
  number: number,
  { name, size, md5, sha256 }: StoredBytes,
  checksum: string | undefined,
  now: number,
): Promise<void> {
  const { id } = await lockUpload(queries, place);
  const before = await queries
    .from('upload_parts')
    .select(['object_name as name', 'size'])
    .where('upload_id', '=', id)
    .where('number', '=', number)
    .execute();
  await leaveToSweep(queries, before, now);
  const part = { object_name: name, size, md5, sha256, checksum: checksum ?? null, created_at: now };
  await queries
    .insert('upload_parts', { upload_id: id, number, ...part })
    .onConflict((there) => there.columns(['upload_id', 'number']).doUpdateSet(part))
    .execute();
  await queries.update('uploads').set({ updated_at: now }).where('id', '=', id).execute();
}
