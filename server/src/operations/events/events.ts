import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { deliveriesOfEvent } from '../../resources/destinations/deliveries.js';
import { listEvents } from '../../resources/events/list.js';
import { findEvent } from '../../resources/events/rows.js';
import { AskedEventType, EventBody, EventId, EventStatus, EventSummary } from '../../resources/events/schemas.js';
import { showEvent, showEventSummary } from '../../resources/events/shown.js';
import { LargePageToken, PageOf } from '../../schemas/pages.js';
import { mapPage } from '../../store/page.js';
import { listRoute, route } from '../route.js';

const EventFilters = Type.Object({
  eventId: Type.Optional(EventId),
  status: Type.Optional(Type.Array(EventStatus, { description: 'Those of these states; may be given several times.' })),
  eventType: Type.Optional(AskedEventType),
  created: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 4,
      description:
        'Those of this time: `gt:`, `gte:`, `lt:` or `lte:`, and behind it a time, such as gte:2026-01-31T00:00:00Z; may be given several times.',
    }),
  ),
});

/** Events are kept for 30 days. */
const listEventsRoute = listRoute({
  operation: 'EventDestinationsListEvents',
  family: 'events',
  method: 'GET',
  path: '/events',
  summary: 'List events, newest first',
  description: 'Events are kept for 30 days. Test keys see those of tests.',
  schemas: { query: EventFilters, response: { 200: PageOf(EventSummary, LargePageToken) } },
  paged: { defaultSize: 100, maxSize: 1000 },
  list: async (call) => {
    const page = await call.read((queries) => listEvents(queries, call.caller, call.query, call.page));
    return mapPage(page, showEventSummary);
  },
});

const getEventRoute = route({
  operation: 'EventDestinationsGetEvent',
  family: 'events',
  method: 'GET',
  path: '/events/:eventId',
  summary: 'Get an event, what is sent of it, and what has become of it at each destination',
  schemas: { params: Type.Object({ eventId: EventId }), response: { 200: EventBody } },
  handle: (call) =>
    call.read(async (queries) => {
      const event = await findEvent(queries, call.caller, call.params.eventId);
      return { body: showEvent(event, await deliveriesOfEvent(queries, event.id)) };
    }),
});

/** What has happened. */
export const happenedRoutes: readonly AnyRoute[] = [listEventsRoute, getEventRoute];
