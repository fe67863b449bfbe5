import { isoTime } from '../../clock.js';
import type { Destinations } from '../../store/exchange-tables.js';
import { eventTypesOf } from './event-types-column.js';
import { type Destination, USUAL_AT_ONCE } from './schemas.js';

/** A destination as answers show it. */
export function showDestination(row: Destinations): Destination {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    destinationUrl: row.url,
    eventTypes: [...eventTypesOf(row)],
    status: row.status,
    concurrencyLimit: row.concurrency_limit ?? USUAL_AT_ONCE,
    mode: row.mode,
    ...(row.mapping_id === null ? {} : { mappingId: row.mapping_id }),
    ...(row.disabled_for === null ? {} : { disabledReason: row.disabled_for }),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    ...(row.last_delivery_at === null ? {} : { lastDeliveryTime: isoTime(row.last_delivery_at) }),
  };
}
