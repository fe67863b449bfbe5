import type { Examples } from '../gateway/docs/example.js';
import { IDS } from './example-ids.js';

/** An upstream clearinghouse that takes whatever payer; it is not there, so its check says so. */
const UPSTREAM = {
  name: 'upstream',
  kind: 'x12-post',
  position: 100,
  sender: { qualifier: 'ZZ', id: 'LAKECLEARING' },
  receiver: { qualifier: 'ZZ', id: 'UPSTREAM' },
  traceOriginator: '9LAKECLEAR',
  hours: {
    timeZone: 'America/New_York',
    maintenance: [{ from: '2026-02-01T06:00:00Z', to: '2026-02-01T10:00:00Z' }],
  },
  breaker: { failures: 5, openMs: 30_000 },
  catchAll: { dependents: true },
  connection: { url: 'https://upstream.example.com/x12', username: 'lake' },
};
const CREATED = '2026-01-31T13:08:00.000Z';
const params = { routeId: IDS.payerRoute };

/** Requests about the routes to payers. */
export const PAYER_ROUTE_EXAMPLES: Examples = {
  CreatePayerRoute: [
    {
      summary: 'An upstream clearinghouse for all payers, with its own id for one',
      body: { ...UPSTREAM, secrets: { password: 'twelve blue herons' }, payers: [{ payer: '00042', id: 'BW01' }] },
      answer: {
        routeId: IDS.payerRoute,
        ...UPSTREAM,
        enabled: true,
        secretNames: ['password'],
        payerCount: 1,
        createdAt: CREATED,
        updatedAt: CREATED,
      },
    },
  ],
  ListPayerRoutes: [{ summary: 'All' }],
  GetPayerRoute: [{ summary: 'By its id', params }],
  ReplacePayerRoute: [{ summary: 'Asked first', params, body: { ...UPSTREAM, position: 10 } }],
  ListRoutePayers: [
    {
      summary: 'Of the route',
      params,
      answer: { items: [{ payer: 'BRINK', id: 'BW01', transactions: ['eligibility'], dependents: true }] },
    },
  ],
  CheckPayerRoute: [{ summary: 'Of one that is not there', params }],
  DeletePayerRoute: [{ summary: 'By its id', params }],
};
