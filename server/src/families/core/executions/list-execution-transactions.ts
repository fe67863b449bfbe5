import { listRoute } from '../../../operations/route.js';
import { findExecution, listExecutionTransactions } from '../../../resources/executions/rows.js';
import { ExecutionParams } from '../../../resources/executions/schemas.js';
import { Transaction } from '../../../resources/transactions/schemas.js';
import { transactionBodies } from '../../../resources/transactions/shown.js';
import { LARGE_PAGES, LargePageToken, PageOf } from '../../../schemas/common.js';

export const listExecutionTransactionsRoute = listRoute({
  operation: 'ListExecutionTransactions',
  family: 'core',
  method: 'GET',
  path: '/executions/:executionId/transactions',
  summary: 'Lists the transactions of a file in its order, delivered or not.',
  schemas: { params: ExecutionParams, response: { 200: PageOf(Transaction, LargePageToken) } },
  paged: LARGE_PAGES,
  audit: { action: 'list', objectKind: 'execution', objectParam: 'executionId' },
  list: (call) =>
    call.read(async (queries) => {
      const { id } = await findExecution(queries, call.caller, call.params.executionId);
      const page = await listExecutionTransactions(queries, id, call.page);
      return { ...page, items: await transactionBodies(call.services, queries, page.items) };
    }),
});
