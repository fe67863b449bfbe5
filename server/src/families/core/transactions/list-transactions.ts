import { listRoute } from '../../../operations/route.js';
import { PAGED, PageOf } from '../pages.js';
import { listTransactions } from './queries.js';
import { Transaction, TransactionFilters } from './schemas.js';
import { transactionBodies } from './transaction-body.js';

export const listTransactionsRoute = listRoute({
  operation: 'ListTransactions',
  family: 'core',
  method: 'GET',
  path: '/transactions',
  summary: 'Lists transactions, newest first; those of files that could not be delivered are not among them.',
  schemas: { query: TransactionFilters, response: { 200: PageOf(Transaction) } },
  paged: PAGED,
  audit: { action: 'list', objectKind: 'transaction' },
  list: (call) =>
    call.read(async (queries) => {
      const page = await listTransactions(queries, call.caller, call.query, call.page);
      return { ...page, items: await transactionBodies(call.services, queries, page.items) };
    }),
});
