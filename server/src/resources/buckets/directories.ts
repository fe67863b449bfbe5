import type { Clock } from '../../clock.js';
import type { AccountQueries } from '../../store/account-queries.js';

/** Makes directories that are not there yet: they stay, whatever lies in them. Without slashes at the ends; `''` needs none. */
export async function keepDirectories(
  queries: AccountQueries,
  clock: Clock,
  bucket: string,
  paths: readonly string[],
): Promise<void> {
  const rows = [...new Set(paths)]
    .filter((path) => path !== '')
    .map((path) => ({ bucket, path, created_at: clock.now() }));
  if (rows.length === 0) return;
  await queries
    .insert('bucket_directories', rows)
    .onConflict((there) => there.doNothing())
    .execute();
}

/** @returns false: it was there already. */
export async function makeDirectoryRow(
  queries: AccountQueries,
  clock: Clock,
  bucket: string,
  path: string,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await queries
    .insert('bucket_directories', { bucket, path, created_at: clock.now() })
    .onConflict((there) => there.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows !== 0n;
}

export async function removeDirectoryRow(queries: AccountQueries, bucket: string, path: string): Promise<void> {
  await queries.delete('bucket_directories').where('bucket', '=', bucket).where('path', '=', path).execute();
}

/** With the bucket, which is empty. */
export async function removeDirectoriesOf(queries: AccountQueries, bucket: string): Promise<void> {
  await queries.delete('bucket_directories').where('bucket', '=', bucket).execute();
}
