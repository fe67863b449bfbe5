import type { Examples } from '../../gateway/docs/example.js';
import { IDS } from '../example-ids.js';

/** Requests about events, and their answers. */
export const EVENT_EXAMPLES: Examples = {
  RetryEvent: [
    { summary: 'An event whose receiver was down', params: { eventId: IDS.event }, answer: { eventId: IDS.event } },
  ],
};
