import { listRoute } from '../../../operations/route.js';
import { listTransactions } from '../../../resources/transactions/rows.js';
import { Transaction, TransactionFilters } from '../../../resources/transactions/schemas.js';
import { transactionBodies } from '../../../resources/transactions/shown.js';
import { LARGE_PAGES, LargePageToken, PageOf } from '../../../schemas/common.js';

export const listTransactionsRoute = listRoute({
  operation: 'ListTransactions',
  family: 'core',
  method: 'GET',
  path: '/transactions',
  summary: 'Lists transactions, newest first; those of files that could not be delivered are not among them.',
  schemas: { query: TransactionFilters, response: { 200: PageOf(Transaction, LargePageToken) } },
  paged: LARGE_PAGES,
  audit: { action: 'list', objectKind: 'transaction' },
  list: (call) =>
    call.read(async (queries) => {
      const page = await listTransactions(queries, call.caller, call.query, call.page);
      return { ...page, items: await transactionBodies(call.services, queries, page.items) };
    }),
});
