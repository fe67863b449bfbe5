import { isoTime } from '../../clock.js';
import type { EventDeliveries } from '../../store/exchange-tables.js';
import type { Events } from '../../store/tables.js';
import { relatedResourcesOf } from './detail.js';
import { shownEventId } from './event-id.js';
import { thinName } from './event-types.js';
import type { EventBody, EventDelivery, EventSummary, ThinEvent } from './schemas.js';

/** An event as lists show it. */
export function showEventSummary(row: Events): EventSummary {
  return {
    id: shownEventId(row.id),
    eventType: thinName(row.type),
    status: row.status,
    createdAt: isoTime(row.created_at),
  };
}

/** The same with what has become of it at each destination. */
export function showEvent(row: Events, deliveries: readonly EventDeliveries[]): EventBody {
  return {
    ...showEventSummary(row),
    deliveries: deliveries.map(showDelivery),
    eventPayload: { v1Event: thinEvent(row) },
  };
}

function showDelivery({ destination_id, status, attempts, answer, updated_at }: EventDeliveries): EventDelivery {
  return {
    destinationId: destination_id,
    status,
    attempts: Number(attempts),
    ...(answer === null ? {} : { answer }),
    updatedAt: isoTime(Number(updated_at)),
  };
}

/** What is sent of it to who asks for it without an envelope. */
export function thinEvent(row: Events): ThinEvent {
  const related = relatedResourcesOf(row);
  return {
    id: shownEventId(row.id),
    object: 'v1.event',
    type: thinName(row.type),
    account: row.account_id,
    created: isoTime(row.created_at),
    environment: row.mode === 'test' ? 'TEST' : 'PRODUCTION',
    // Others call an execution by what it is the execution of.
    resource: { id: row.resource_id, type: row.resource_kind === 'execution' ? 'file' : row.resource_kind },
    ...(related.length > 0 && { relatedResources: [...related] }),
  };
}
