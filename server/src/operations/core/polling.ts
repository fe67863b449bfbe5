import Type from 'typebox';
import type { AnyRoute } from '../../gateway/route.js';
import { executionsInOrder } from '../../resources/executions/rows.js';
import { Execution } from '../../resources/executions/schemas.js';
import { showExecution } from '../../resources/executions/shown.js';
import { newEntries } from '../../resources/feed/new-entries.js';
import { transactionsInOrder } from '../../resources/transactions/rows.js';
import { Transaction } from '../../resources/transactions/schemas.js';
import { showTransactions } from '../../resources/transactions/shown.js';
import { LARGE_PAGES, LargePageToken, PageOf } from '../../schemas/pages.js';
import { instant } from '../../schemas/shapes.js';
import { listRoute } from '../route.js';

const PollingQuery = Type.Object({
  startDateTime: Type.Optional(
    instant(
      'Of the first page: what was processed later. At least a minute past. Afterwards send the token of the page before.',
    ),
  ),
});

// A token is good without the time that the first page began at: it says where that has led to.
const paged = { ...LARGE_PAGES, firstPage: ['startDateTime'] } as const;

/** Audited as the list of transactions is. */
const listPollingTransactionsRoute = listRoute({
  operation: 'ListPollingTransactions',
  family: 'core',
  method: 'GET',
  path: '/polling/transactions',
  summary: 'List transactions in the order in which they became known',
  description:
    'For programs that ask again and again: keep the token of the last page, and send it the next time. No transaction is missed or comes twice.',
  schemas: { query: PollingQuery, response: { 200: PageOf(Transaction, LargePageToken) } },
  paged,
  audit: { action: 'list', objectKind: 'transaction' },
  list: (call) =>
    call.read(async (queries) => {
      const { services, caller, page, query } = call;
      const asked = { kind: 'transaction', page, startDateTime: query.startDateTime } as const;
      const { ids, next } = await newEntries(queries, services.clock, caller, asked);
      return { items: await showTransactions(services, queries, await transactionsInOrder(queries, ids)), next };
    }),
});

/** What was removed since it became known is left out; its place in the feed is passed all the same. */
const listPollingExecutionsRoute = listRoute({
  operation: 'ListPollingExecutions',
  family: 'core',
  method: 'GET',
  path: '/polling/executions',
  summary: 'List executions in the order in which they were done',
  description:
    'For programs that ask again and again: keep the token of the last page, and send it the next time. No execution is missed or comes twice.',
  schemas: { query: PollingQuery, response: { 200: PageOf(Execution, LargePageToken) } },
  paged,
  list: (call) =>
    call.read(async (queries) => {
      const { services, caller, page, query } = call;
      const asked = { kind: 'execution', page, startDateTime: query.startDateTime } as const;
      const { ids, next } = await newEntries(queries, services.clock, caller, asked);
      return { items: (await executionsInOrder(queries, ids)).map(showExecution), next };
    }),
});

/** What has become known since the last time. */
export const pollingRoutes: readonly AnyRoute[] = [listPollingTransactionsRoute, listPollingExecutionsRoute];
