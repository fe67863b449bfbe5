import { type RawBuilder, sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import type { BucketObjects } from '../../store/bucket-tables.js';
import {
  type ArrivalNeeds,
  type ArrivedObjects,
  type ArrivingObject,
  isTemporaryKey,
  recordArrivingObjects,
} from './arriving-objects.js';
import { writeCreatedEvents } from './created-events.js';
import { arrivingOf } from './object-rows.js';
import { storedNameOf } from './stored-names.js';
import { beginningOf, behind } from './tree.js';

/** As `storedNameOf`: bytes that an older release has put under bucket and key stay where they are. */
const STORED_NAME = sql<string>`coalesce(object_name, bucket || '/' || key)`;

/**
 * Gives an object another key that is free. Its bytes keep their name, so that a file which has come in once does not come in again.
 * @returns as `recordArrivingObjects`; `undefined`: it is not there any more.
 */
export async function moveObjectRow(
  services: ArrivalNeeds,
  queries: AccountQueries,
  { bucket, key }: BucketObjects,
  to: string,
): Promise<ArrivedObjects | undefined> {
  const moved = await queries
    .update('bucket_objects')
    .set({ key: to, object_name: STORED_NAME })
    .where('bucket', '=', bucket)
    .where('key', '=', key)
    .returningAll()
    .execute();
  if (moved.length === 0) return undefined;
  // Under a temporary name there was no event of it: this is the first.
  if (isTemporaryKey(key)) await writeCreatedEvents(services, queries, moved.map(movedObject));
  return arrive(services, queries, moved);
}

/** @returns the object that was there, whose bytes nobody names now. */
export async function removeObjectRow(
  queries: AccountQueries,
  bucket: string,
  key: string,
): Promise<BucketObjects | undefined> {
  return queries
    .delete('bucket_objects')
    .where('bucket', '=', bucket)
    .where('key', '=', key)
    .returningAll()
    .executeTakeFirst();
}

/** Sets the time of the last change. @returns false: there is no such object. */
export async function setModifiedAt(
  queries: AccountQueries,
  bucket: string,
  key: string,
  modified: number,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .update('bucket_objects')
    .set({ modified_at: modified })
    .where('bucket', '=', bucket)
    .where('key', '=', key)
    .executeTakeFirst();
  return numUpdatedRows !== 0n;
}

/** The same by the name of the bytes, whatever key they have. */
export async function setModifiedOfPut(queries: AccountQueries, objectName: string, modified: number): Promise<void> {
  const rows = queries.update('bucket_objects').where('object_name', '=', objectName);
  await rows.set({ modified_at: modified }).execute();
}

/** Gives a directory, with all that lies below it, a name that is free. @returns as `recordArrivingObjects`. */
export async function moveDirectoryRows(
  services: ArrivalNeeds,
  queries: AccountQueries,
  bucket: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ArrivedObjects> {
  const beginning = beginningOf(from);
  const moved = await queries
    .update('bucket_objects')
    .set({ key: renamed('key', from, to), object_name: STORED_NAME })
    .where('bucket', '=', bucket)
    .where('key', '>', beginning)
    .where('key', '<', behind(beginning))
    .returningAll()
    .execute();
  await queries
    .update('bucket_directories')
    .set({ path: renamed('path', from, to) })
    .where('bucket', '=', bucket)
    .where((row) =>
      row.or([row('path', '=', from), row.and([row('path', '>', beginning), row('path', '<', behind(beginning))])]),
    )
    .execute();
  return arrive(services, queries, moved);
}

/** Of a path at or below a directory: the same below another. Both databases count characters from 1. */
function renamed(column: 'key' | 'path', from: string, to: string): RawBuilder<string> {
  return sql<string>`${to} || substr(${sql.ref(column)}, ${[...from].length + 1})`;
}

function arrive(
  services: ArrivalNeeds,
  queries: AccountQueries,
  rows: readonly BucketObjects[],
): Promise<ArrivedObjects> {
  return recordArrivingObjects(services, queries, rows.map(movedObject));
}

function movedObject(row: BucketObjects): ArrivingObject {
  return arrivingOf({ ...row, object_name: storedNameOf(row) });
}
