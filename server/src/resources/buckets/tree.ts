import type { AccountQueries } from '../../store/account-queries.js';
import { LAST } from './object-keys.js';

// A bucket as a tree of files. Directories are written without slashes at the ends: `partners/acme`, `''` for the bucket itself. One is there
// while it has a row of its own, or something lies below it; where a file has the same name, the file is what is there.

/** What the keys below a directory begin with. */
export function beginningOf(directory: string): string {
  return directory === '' ? '' : `${directory}/`;
}

/** Behind every key that begins so. */
export function behind(beginning: string): string {
  return `${beginning}${LAST}`;
}

/** The directory that a key or a directory lies in. */
export function directoryOf(key: string): string {
  return key.slice(0, Math.max(0, key.lastIndexOf('/')));
}

/** When a directory was made, or what is first in it was put, in milliseconds since 1970; `undefined`: there is none. */
export async function directoryAt(
  queries: AccountQueries,
  bucket: string,
  directory: string,
): Promise<number | undefined> {
  if (directory === '') {
    const row = await queries.from('buckets').select('created_at').where('name', '=', bucket).executeTakeFirst();
    return row?.created_at;
  }
  const own = await queries
    .from('bucket_directories')
    .select('created_at')
    .where('bucket', '=', bucket)
    .where('path', '=', directory)
    .executeTakeFirst();
  return own?.created_at ?? (await firstBelow(queries, bucket, directory));
}

/** Whether anything lies below a directory. */
export async function hasBelow(queries: AccountQueries, bucket: string, directory: string): Promise<boolean> {
  return (await firstBelow(queries, bucket, directory)) !== undefined;
}

async function firstBelow(queries: AccountQueries, bucket: string, directory: string): Promise<number | undefined> {
  const files = objectsBelow(queries, bucket, directory).select('created_at').orderBy('key').limit(1);
  const file = await files.executeTakeFirst();
  if (file !== undefined) return file.created_at;
  const directories = directoriesBelow(queries, bucket, directory).select('created_at').orderBy('path').limit(1);
  return (await directories.executeTakeFirst())?.created_at;
}

/** Whether more than so many objects and directories lie below a directory. */
export async function hasMoreBelow(
  queries: AccountQueries,
  bucket: string,
  directory: string,
  most: number,
): Promise<boolean> {
  const files = objectsBelow(queries, bucket, directory)
    .select('key')
    .limit(most + 1);
  const directories = directoriesBelow(queries, bucket, directory)
    .select('path')
    .limit(most + 1);
  return (await files.execute()).length + (await directories.execute()).length > most;
}

/** Bytes of all files below a directory, and how many files and directories of their own lie there. */
export async function totalBelow(
  queries: AccountQueries,
  bucket: string,
  directory: string,
): Promise<{ readonly bytes: number; readonly entries: number }> {
  const files = await objectsBelow(queries, bucket, directory)
    .select((row) => [row.fn.sum<number | null>('size').as('bytes'), row.fn.countAll().as('count')])
    .executeTakeFirstOrThrow();
  const directories = await directoriesBelow(queries, bucket, directory)
    .select((row) => row.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return { bytes: Number(files.bytes ?? 0), entries: Number(files.count) + Number(directories.count) };
}

function objectsBelow(queries: AccountQueries, bucket: string, directory: string) {
  const beginning = beginningOf(directory);
  return queries
    .from('bucket_objects')
    .where('bucket', '=', bucket)
    .where('key', '>', beginning)
    .where('key', '<', behind(beginning));
}

function directoriesBelow(queries: AccountQueries, bucket: string, directory: string) {
  const beginning = beginningOf(directory);
  return queries
    .from('bucket_directories')
    .where('bucket', '=', bucket)
    .where('path', '>', beginning)
    .where('path', '<', behind(beginning));
}
