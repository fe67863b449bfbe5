import { isoTime } from '../../clock.js';
import type { Events } from '../../store/tables.js';
import { relatedResourcesOf } from './detail.js';
import { shownEventId } from './event-id.js';
import { thinName } from './event-types.js';
import type { EventBody, EventSummary, ThinEvent } from './schemas.js';

/** An event as lists show it. */
export function showEventSummary(row: Events): EventSummary {
  return {
    id: shownEventId(row.id),
    eventType: thinName(row.type),
    status: row.status,
    createdAt: isoTime(row.created_at),
  };
}

export function showEvent(row: Events): EventBody {
  return { ...showEventSummary(row), eventPayload: { v1Event: thinEvent(row) } };
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
