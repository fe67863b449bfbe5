import { isoTime } from '../../clock.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Buckets } from '../../store/bucket-tables.js';
import { listOf } from '../../store/value-list.js';
import { detailColumn } from '../events/detail.js';
import { writeEvents } from '../events/rows.js';
import { type ArrivalNeeds, type ArrivingObject, isTemporaryKey } from './arriving-objects.js';
import { objectId } from './find-object.js';

/** Version of the detail of the event `file.created`. There has been no other yet. */
const DETAIL_VERSION = '2023-02-13';

/**
 * Writes the event `file.created` for each of these objects, in the transaction that puts them there, by whatever way that is. What has a
 * temporary name is no file yet. All events are one insert, as one commit may deliver many files.
 */
export async function writeCreatedEvents(
  services: Pick<ArrivalNeeds, 'clock' | 'jobs'>,
  queries: AccountQueries,
  objects: readonly Pick<ArrivingObject, 'bucket' | 'key' | 'size'>[],
): Promise<void> {
  const whole = objects.filter(({ key }) => !isTemporaryKey(key));
  if (whole.length === 0) return;
  const modes = await modesOf(queries, [...new Set(whole.map(({ bucket }) => bucket))]);
  const at = services.clock.now();
  const events = whole.map(({ bucket, key, size }) => ({
    type: 'file.created' as const,
    mode: modes.get(bucket) === 'test' ? ('test' as const) : ('production' as const),
    resourceKind: 'object' as const,
    resourceId: objectId({ bucket, key }),
    detail: detailColumn({
      version: DETAIL_VERSION,
      metadata: { processedAt: isoTime(at) },
      source: { type: 'bucket', bucketName: bucket, key, size },
    }),
    at,
  }));
  await writeEvents(services, queries, events);
}

async function modesOf(
  queries: AccountQueries,
  names: readonly string[],
): Promise<ReadonlyMap<string, Buckets['mode']>> {
  const rows = await queries
    .from('buckets')
    .select(['name', 'mode'])
    .where('name', 'in', listOf(queries.tx, names))
    .execute();
  return new Map(rows.map(({ name, mode }) => [name, mode]));
}
