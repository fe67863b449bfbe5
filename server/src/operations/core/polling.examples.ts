import type { Examples } from '../../gateway/docs/example.js';
import { IDS } from '../example-ids.js';
import { FIRST_FILE, FIRST_TRANSACTION } from './first-order.examples.js';

/** Requests about what has become known, and their answers. */
export const POLLING_EXAMPLES: Examples = {
  ListPollingTransactions: [
    {
      summary: 'The first page, from a day on',
      query: { startDateTime: '2026-01-31T00:00:00Z' },
      answer: {
        items: [FIRST_TRANSACTION],
        next_page_token: 'e-JUx1ue7arlxdUHB8XKClswLDFd',
        nextPageToken: 'e-JUx1ue7arlxdUHB8XKClswLDFd',
      },
    },
  ],
  ListPollingExecutions: [
    {
      summary: 'The first page, from a day on',
      query: { startDateTime: '2026-01-31T00:00:00Z' },
      answer: {
        items: [
          {
            ...FIRST_FILE,
            updatedAt: '2026-01-31T09:36:00.000Z',
            childExecutionId: '01a20437-bbdb-7000-9ef6-3af97ea474af',
          },
          {
            ...FIRST_FILE,
            executionId: '01a20437-bbdb-7000-9ef6-3af97ea474af',
            createdAt: '2026-01-31T09:36:00.000Z',
            updatedAt: '2026-01-31T09:36:00.000Z',
            parentExecutionId: IDS.execution,
          },
        ],
        next_page_token: 'oGeLK6SB3sQff8YGytt11FswLDNd',
        nextPageToken: 'oGeLK6SB3sQff8YGytt11FswLDNd',
      },
    },
  ],
};
