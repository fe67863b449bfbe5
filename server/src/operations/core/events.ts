import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { resendEvent } from '../../resources/events/rows.js';
import { idOf } from '../../schemas/ids.js';
import { route } from '../route.js';

/** The same event: a receiver that has seen its id knows that it is no new one. */
const retryEventRoute = route({
  operation: 'RetryEvent',
  family: 'core',
  method: 'POST',
  path: '/events/:eventId/retry',
  summary: 'Send an event again',
  description:
    'Under its own id, by which a receiver knows that it is no new one, to the destinations that it went to; where there were none, to those that ask for it now.',
  schemas: {
    params: Type.Object({ eventId: idOf('an event') }),
    response: {
      200: Type.Object(
        { eventId: Type.String({ description: 'Id of the event.' }) },
        { description: 'The event, which is sent again.' },
      ),
    },
  },
  audit: { action: 'retry', objectKind: 'event', objectParam: 'eventId' },
  handle: (call) =>
    call.commit(async (queries) => {
      const { eventId } = call.params;
      const { services, caller } = call;
      await resendEvent(services, queries, caller, { id: eventId, at: services.clock.now() });
      return { body: { eventId } };
    }),
});

/** What has happened, once more. */
export const eventRoutes: readonly AnyRoute[] = [retryEventRoute];
