import type { Clock } from '../../clock.js';
import { conflict, inUse } from '../../problems.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { connectionsOfBucket } from '../connections/connections-using.js';
import { usersAtHomeIn } from '../sftp-users/rows.js';
import { removeDirectoriesOf } from './directories.js';
import { endUploadsOf } from './end-uploads.js';
import { hasObjects } from './find-object.js';
import { lockBucket } from './lock-bucket.js';
import { type Bucket, noSuchBucket } from './rows.js';

/** @throws Problem `not-found`; `conflict` while it holds objects, or connections or users need it, with what does. */
export async function deleteBucket(
  queries: AccountQueries,
  clock: Clock,
  name: string,
  mode: Bucket['mode'] = 'live',
): Promise<void> {
  if ((await lockBucket(queries, name, mode)) === undefined) throw noSuchBucket();
  if (await hasObjects(queries, name)) throw conflict('The bucket holds objects. Delete them first.', NOT_EMPTY);
  const users = await usersAtHomeIn(queries, name);
  const connections = await connectionsOfBucket(queries, name);
  const errors = [
    ...users.map((username) => ({ message: `SFTP user ${username} has its home in it.` })),
    ...connections.map((one) => ({ message: `Connection ${one.name} (${one.id}) delivers to it.` })),
  ];
  if (errors.length > 0) {
    throw inUse('The bucket is in use. Remove what refers to it first.', errors);
  }
  await endUploadsOf(queries, clock, name);
  await removeDirectoriesOf(queries, name);
  await queries.delete('buckets').where('name', '=', name).execute();
}

const NOT_EMPTY = 'BUCKET_NOT_EMPTY';
