import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { resendEvent } from '../../resources/events/rows.js';
import { AnyId } from '../../schemas/common.js';
import { route } from '../route.js';

/** The same event: a receiver that has seen its id knows that it is no new one. */
const retryEventRoute = route({
  operation: 'RetryEvent',
  family: 'core',
  method: 'POST',
  path: '/events/:eventId/retry',
  summary: 'Sends an event again, under its own id.',
  schemas: {
    params: Type.Object({ eventId: AnyId }),
    response: { 200: Type.Object({ eventId: Type.String() }) },
  },
  audit: { action: 'retry', objectKind: 'event', objectParam: 'eventId' },
  handle: (call) =>
    call.commit(async (queries) => {
      const { eventId } = call.params;
      await resendEvent(queries, call.caller, eventId, call.services.clock.now());
      return { body: { eventId } };
    }),
});

/** What has happened, once more. */
export const eventRoutes: readonly AnyRoute[] = [retryEventRoute];
