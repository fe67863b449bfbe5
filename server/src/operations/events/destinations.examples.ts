import type { Examples } from '../../gateway/docs/example.js';
import { IDS } from '../example-ids.js';

const params = { destinationId: IDS.destination };

const DESTINATION = {
  id: IDS.destination,
  name: 'Orders of the shop',
  description: '',
  destinationUrl: 'https://hooks.example.com/edi',
  eventTypes: ['transaction.processed.v2', 'file.failed'],
  status: 'ENABLED',
  concurrencyLimit: 5,
  mode: 'production',
  createdAt: '2026-01-31T12:40:00.000Z',
  updatedAt: '2026-01-31T12:40:00.000Z',
} as const;

/** Requests about destinations, and their answers. */
export const DESTINATION_EXAMPLES: Examples = {
  EventDestinationsCreateDestination: [
    {
      summary: 'All of what is exchanged, and word of what fails',
      body: {
        name: 'Orders of the shop',
        destinationUrl: 'https://hooks.example.com/edi',
        eventTypes: ['transaction.processed.v2', 'file.failed'],
      },
      answer: {
        ...DESTINATION,
        signingSecret: 'whsec_cmVhZCB0aGlzIGZyb20geW91ciBjb25maWd1cmF0aW9u',
        warnings: [
          {
            path: '/destinationUrl',
            code: 'HOST_NOT_FOUND',
            message: 'The host has no address at the moment, so that nothing can be delivered to it. Check its name.',
          },
        ],
      },
    },
  ],
  EventDestinationsListDestinations: [
    {
      summary: 'Those that something is sent to',
      query: { status: 'ENABLED' },
      answer: { items: [DESTINATION] },
    },
  ],
  EventDestinationsGetDestination: [{ summary: 'One destination', params, answer: DESTINATION }],
  PingDestination: [{ summary: 'A test', params, answer: { eventId: IDS.ping } }],
  EventDestinationsUpdateDestination: [
    {
      summary: 'Nothing for now',
      params,
      body: { status: 'DISABLED' },
      answer: { ...DESTINATION, status: 'DISABLED', updatedAt: '2026-01-31T12:52:00.000Z' },
    },
  ],
  EventDestinationsRotateDestinationSecret: [
    {
      summary: 'Two signatures for a day',
      params,
      body: { previousSecretExpiryHours: 24 },
      answer: {
        signingSecret: 'whsec_YW5vdGhlciBvbmUsIGFuZCBub2JvZHkgZWxzZSBoYXMgaXQ=',
        previousSecretExpiresAt: '2026-02-01T12:54:00.000Z',
      },
    },
  ],
  EventDestinationsGetDestinationSecret: [
    {
      summary: 'What webhooks are verified with',
      params,
      answer: {
        signingSecret: 'whsec_YW5vdGhlciBvbmUsIGFuZCBub2JvZHkgZWxzZSBoYXMgaXQ=',
        previousSecretExpiresAt: '2026-02-01T12:54:00.000Z',
      },
    },
  ],
  EventDestinationsDeleteDestination: [{ summary: 'One that is not needed any more', params }],
};
