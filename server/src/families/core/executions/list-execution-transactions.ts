import { listRoute } from '../../../operations/route.js';
import { PAGED, PageOf } from '../pages.js';
import { Transaction } from '../transactions/schemas.js';
import { transactionBodies } from '../transactions/transaction-body.js';
import { findExecution, listExecutionTransactions } from './queries.js';
import { ExecutionParams } from './schemas.js';

export const listExecutionTransactionsRoute = listRoute({
  operation: 'ListExecutionTransactions',
  family: 'core',
  method: 'GET',
  path: '/executions/:executionId/transactions',
  summary: 'Lists the transactions of a file in its order, delivered or not.',
  schemas: { params: ExecutionParams, response: { 200: PageOf(Transaction) } },
  paged: PAGED,
  audit: { action: 'list', objectKind: 'execution', objectParam: 'executionId' },
  list: (call) =>
    call.read(async (queries) => {
      const { id } = await findExecution(queries, call.caller, call.params.executionId);
      const page = await listExecutionTransactions(queries, id, call.page);
      return { ...page, items: await transactionBodies(call.services, queries, page.items) };
    }),
});
