import type { Examples } from '../../gateway/docs/example.js';
import { IDS } from '../example-ids.js';

/** Requests about what has happened, and their answers. */
export const HAPPENED_EXAMPLES: Examples = {
  EventDestinationsListEvents: [
    { summary: 'What did not arrive in January', query: { status: 'FAILED', created: 'lt:2026-02-01T00:00:00Z' } },
  ],
  EventDestinationsGetEvent: [
    {
      summary: 'A test that is on its way',
      params: { eventId: IDS.ping },
    },
  ],
};
