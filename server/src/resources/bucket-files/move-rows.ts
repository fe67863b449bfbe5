import { VirtualFilesError } from 'ediloom/transports';
import type { AccountQueries } from '../../store/account-queries.js';
import type { BucketObjects } from '../../store/bucket-tables.js';
import type { ArrivalNeeds } from '../buckets/arriving-objects.js';
import { keepDirectories } from '../buckets/directories.js';
import { objectAt } from '../buckets/find-object.js';
import { moveDirectoryRows, moveObjectRow, removeObjectRow } from '../buckets/move-rows.js';
import { directoryAt, directoryOf, hasMoreBelow } from '../buckets/tree.js';
import { demandReceived } from './demand-received.js';
import { demandNotKept } from './kept-directories.js';

/** What is moved together with a directory, in one commit. */
const MOST_MOVED = 1000;

/** Keys of the bucket. */
export interface Moving {
  readonly from: string;
  readonly to: string;
  readonly overwrite: boolean;
}

interface MovingRows extends Moving {
  /** A file that is being written has the name, whether it has a row or not. */
  readonly hasDraft: boolean;
  readonly demandParent: () => Promise<void>;
  /** Called when a file has its new name, with whether it has come in by that. */
  readonly moved: (hasComeIn: boolean) => Promise<void>;
}

/**
 * Renames a file, or a directory with all that is in it, in the caller's transaction.
 * @returns the object that was replaced.
 * @throws VirtualFilesError, `denied` for a directory with more in it than is moved at once, and as `demandNotKept` and `demandReceived`.
 */
export async function moveRows(
  services: ArrivalNeeds,
  queries: AccountQueries,
  bucket: string,
  { from, to, overwrite, hasDraft, demandParent, moved }: MovingRows,
): Promise<BucketObjects | undefined> {
  const file = await objectAt(queries, bucket, from);
  const isFile = file !== undefined || hasDraft;
  if (!isFile && (await directoryAt(queries, bucket, from)) === undefined) throw new VirtualFilesError('not-found');
  await demandParent();
  const there = await objectAt(queries, bucket, to);
  const isTaken = there !== undefined || (await directoryAt(queries, bucket, to)) !== undefined;
  if (isTaken && (!overwrite || !isFile)) throw new VirtualFilesError('exists');
  if (isTaken && there === undefined) throw new VirtualFilesError('is-a-directory');
  if (from === to) return undefined;
  let replaced: BucketObjects | undefined;
  if (!isFile) {
    if (to.startsWith(`${from}/`)) throw new VirtualFilesError('failed');
    await demandNotKept(queries, bucket, from);
    if (await hasMoreBelow(queries, bucket, from, MOST_MOVED)) throw new VirtualFilesError('denied');
    demandReceived(await moveDirectoryRows(services, queries, bucket, { from, to }));
  } else {
    replaced = there === undefined ? undefined : await removeObjectRow(queries, bucket, to);
    if (file !== undefined) {
      const arrived = await moveObjectRow(services, queries, file, to);
      // Somebody else has moved or removed it since: what was to be replaced stays, as all of this is rolled back.
      if (arrived === undefined) throw new VirtualFilesError('not-found');
      demandReceived(arrived);
      await moved(arrived.taken.length > 0);
    }
  }
  await keepDirectories(queries, services.clock, bucket, [directoryOf(from)]);
  return replaced;
}
