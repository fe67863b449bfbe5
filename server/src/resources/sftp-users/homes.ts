import type { Clock } from '../../clock.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { SftpUsers } from '../../store/bucket-tables.js';
import { keepDirectories } from '../buckets/directories.js';
import { behind } from '../buckets/tree.js';

/** The directory of their bucket that is their `/`, without slashes at the ends; `''`: all of it. */
export function homeOf({ home_directory }: Pick<SftpUsers, 'home_directory'>): string {
  return home_directory.replace(/^\/+|\/+$/g, '');
}

/** Makes the home a directory of its bucket, so that no other user, whose home lies above it, gives its name to a file. */
export async function keepHome(
  queries: AccountQueries,
  clock: Clock,
  user: Pick<SftpUsers, 'bucket' | 'home_directory'>,
): Promise<void> {
  await keepDirectories(queries, clock, user.bucket, [homeOf(user)]);
}

/** Whether a directory is the home of a user, or lies above one. */
export async function isHomeAt(queries: AccountQueries, bucket: string, directory: string): Promise<boolean> {
  const home = `/${directory}`;
  const below = `${home}/`;
  const row = await queries
    .from('sftp_users')
    .select('username')
    .where('bucket', '=', bucket)
    .where((user) =>
      user.or([
        user('home_directory', '=', home),
        user.and([user('home_directory', '>', below), user('home_directory', '<', behind(below))]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
