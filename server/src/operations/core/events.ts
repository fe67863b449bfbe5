import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { repeatEvent } from '../../resources/events/rows.js';
import { AnyId } from '../../schemas/common.js';
import { route } from '../route.js';

/** A new event with what the old one said: receivers that have seen the old id take it for new. */
const retryEventRoute = route({
  operation: 'RetryEvent',
  family: 'core',
  method: 'POST',
  path: '/events/:eventId/retry',
  summary: 'Emits an event again, under an id of its own.',
  schemas: {
    params: Type.Object({ eventId: AnyId }),
    response: { 200: Type.Object({ eventId: Type.Optional(Type.String()) }) },
  },
  audit: { action: 'retry', objectKind: 'event', objectParam: 'eventId' },
  handle: (call) =>
    call.commit(async (queries) => {
      const eventId = await repeatEvent(queries, call.caller, call.params.eventId, call.services.clock.now());
      return { body: { eventId } };
    }),
});

/** What has happened, once more. */
export const eventRoutes: readonly AnyRoute[] = [retryEventRoute];
