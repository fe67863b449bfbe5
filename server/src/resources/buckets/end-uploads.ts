import { sql } from 'kysely';
import type { Clock } from '../../clock.js';
import { type GivenUp, leaveSelected } from '../../objects/orphans.js';
import type { Platform } from '../../platform.js';
import { AccountQueries } from '../../store/account-queries.js';
import { LOCK } from '../../store/lock-row.js';
import { DAY_MS, type Purge } from '../../store/purge.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';
import { dropBytes } from './drop-bytes.js';
import { lockUpload, noSuchUpload, type UploadPlace } from './upload-rows.js';

/** Days after its last part at which an upload is taken for abandoned. */
const KEPT_DAYS = 7;
/** Uploads that are ended together. */
const MOST = 50;

/** Ends an upload; its parts are gone. @throws Problem `not-found` with the code `NO_SUCH_UPLOAD`. */
export async function abortUpload(
  services: Pick<Platform, 'store' | 'objects' | 'clock'>,
  place: UploadPlace,
): Promise<void> {
  const parts = await services.store.write(async (tx) => {
    const queries = new AccountQueries(tx, place.accountId);
    const { id } = await lockUpload(queries, place);
    return endUpload(queries, id);
  });
  await dropBytes(services, place.accountId, parts);
}

/**
 * Takes an upload away with its parts. @returns their bytes.
 * @throws Problem `not-found` with the code `NO_SUCH_UPLOAD`: of two who complete it, or complete and abort it, one has.
 */
export async function endUpload(queries: AccountQueries, id: string): Promise<readonly GivenUp[]> {
  // Locked first, as whoever puts a part locks it too: no part is added between the two deletions.
  const locked = await queries.update('uploads').set(LOCK).where('id', '=', id).executeTakeFirst();
  if (locked.numUpdatedRows === 0n) throw noSuchUpload();
  const parts = await queries
    .delete('upload_parts')
    .where('upload_id', '=', id)
    .returning(['object_name', 'size'])
    .execute();
  await queries.delete('uploads').where('id', '=', id).execute();
  return parts.map(({ object_name, size }) => ({ name: object_name, size: Number(size) }));
}

/** Ends uploads that nobody has added to for a week, of all accounts; their bytes are left to the sweep, and take room until then. */
export const purgeUploads: Purge = async (tx, now, most) => {
  const before = now - KEPT_DAYS * DAY_MS;
  // The lock waits for whoever adds a part at this moment; the second look at the time then leaves that upload alone.
  const old = await tx
    .updateTable('uploads')
    .set(LOCK)
    .where('id', 'in', (of) =>
      of.selectFrom('uploads').select('id').where('updated_at', '<', before).orderBy('updated_at').limit(MOST),
    )
    .where('updated_at', '<', before)
    .returning('id')
    .execute();
  if (old.length === 0) return 0;
  const ids = old.map(({ id }) => id);
  // Both statements take the same ones: nobody changes parts of uploads that are locked.
  const some = sql`upload_parts where upload_id in ${listOf(tx, ids)} order by upload_id, number limit ${most}`;
  await leaveSelected(tx, sql`select object_name, cast(${now} as bigint), account_id, size from ${some}`);
  const { numAffectedRows } = await sql`delete from upload_parts where (upload_id, number) in (
    select upload_id, number from ${some})`.execute(tx);
  const parts = Number(numAffectedRows ?? 0n);
  if (parts === most) return most;
  await sql`delete from uploads where id in ${listOf(tx, ids)}`.execute(tx);
  return ids.length === MOST ? most : parts;
};

/** Those to a bucket end with it; their bytes are left to the sweep, and take room of the account until then. */
export async function endUploadsOf(queries: AccountQueries, clock: Clock, bucket: string): Promise<void> {
  // Locked first, as in `endUpload`.
  await queries.update('uploads').set(LOCK).where('bucket', '=', bucket).execute();
  const ids = queries.from('uploads').select('id').where('bucket', '=', bucket);
  await leaveSelected(
    queries.tx,
    sql`select object_name, cast(${clock.now()} as bigint), account_id, size from upload_parts where upload_id in (
      select id from uploads where account_id = ${queries.accountId} and bucket = ${bucket})`,
  );
  await queries.delete('upload_parts').where('upload_id', 'in', ids).execute();
  await queries.delete('uploads').where('bucket', '=', bucket).execute();
}

/** Ends the uploads of all accounts: a backup has no bytes of their parts. */
export async function endAllUploads(tx: Transaction): Promise<void> {
  await tx.deleteFrom('upload_parts').execute();
  await tx.deleteFrom('uploads').execute();
}
