import { listRoute } from '../../../operations/route.js';
import { inOrderOf } from '../../../resources/feed/in-order-of.js';
import { readNews } from '../../../resources/feed/new-entries.js';
import { Transaction } from '../../../resources/transactions/schemas.js';
import { transactionBodies } from '../../../resources/transactions/shown.js';
import { LARGE_PAGES, LargePageToken, PageOf } from '../../../schemas/common.js';
import { listOf } from '../../../store/value-list.js';
import { PollingQuery } from './schemas.js';

export const listPollingTransactions = listRoute({
  operation: 'ListPollingTransactions',
  family: 'core',
  method: 'GET',
  path: '/polling/transactions',
  summary:
    'Lists transactions in the order in which they became known; the last token reads on later, and misses none.',
  schemas: { query: PollingQuery, response: { 200: PageOf(Transaction, LargePageToken) } },
  paged: { ...LARGE_PAGES, firstPage: ['startDateTime'] },
  audit: { action: 'list', objectKind: 'transaction' },
  list: (call) =>
    call.read(async (queries) => {
      const { ids, next } = await readNews(queries, call, 'transaction');
      const rows = await queries.from('transactions').selectAll().where('id', 'in', listOf(queries.tx, ids)).execute();
      return { items: await transactionBodies(call.services, queries, inOrderOf(ids, rows)), next };
    }),
});
