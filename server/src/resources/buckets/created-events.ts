import { isoTime } from '../../clock.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Buckets } from '../../store/bucket-tables.js';
import { listOf } from '../../store/value-list.js';
import { detailColumn } from '../events/detail.js';
import { writeEvents } from '../events/rows.js';
import { type ArrivalNeeds, isTemporaryKey } from './arriving-objects.js';
import { objectId } from './find-object.js';
import { type Made, type NotifiedObject, notifyFunctions } from './notify-functions.js';

/** Version of the detail of the event `file.created`. There has been no other yet. */
const DETAIL_VERSION = '2023-02-13';

/** How objects were put, beside where. */
export interface CreatedBy {
  /** Default `Put`. */
  readonly made?: Made | undefined;
  /** How many functions stand before it, each of which has caused the next. Default none. */
  readonly depth?: number | undefined;
}

/**
 * Writes the event `file.created` for each of these objects, and has functions hear of them that their buckets name, in the transaction that puts them
 * there, by whatever way that is. What has a temporary name is no file yet. All events are one insert, as one commit may deliver many files.
 */
export async function writeCreatedEvents(
  services: Omit<ArrivalNeeds, 'artifacts'>,
  queries: AccountQueries,
  objects: readonly NotifiedObject[],
  { made = 'Put', depth = 0 }: CreatedBy = {},
): Promise<void> {
  const whole = objects.filter(({ key }) => !isTemporaryKey(key));
  if (whole.length === 0) return;
  const buckets = await bucketsNamed(queries, [...new Set(whole.map(({ bucket }) => bucket))]);
  const at = services.clock.now();
  const events = whole.map(({ bucket, key, size }) => ({
    type: 'file.created' as const,
    mode: buckets.get(bucket)?.mode === 'test' ? ('test' as const) : ('production' as const),
    resourceKind: 'object' as const,
    resourceId: objectId({ bucket, key }),
    detail: detailColumn({
      version: DETAIL_VERSION,
      metadata: { processedAt: isoTime(at) },
      source: { type: 'bucket', bucketName: bucket, key, size },
    }),
    depth,
    at,
  }));
  await writeEvents(services, queries, events);
  await notifyFunctions(services, queries, whole, { buckets, made, depth });
}

async function bucketsNamed(
  queries: AccountQueries,
  names: readonly string[],
): Promise<ReadonlyMap<string, Pick<Buckets, 'mode' | 'notifications'>>> {
  const rows = await queries
    .from('buckets')
    .select(['name', 'mode', 'notifications'])
    .where('name', 'in', listOf(queries.tx, names))
    .execute();
  return new Map(rows.map((row) => [row.name, row]));
}
