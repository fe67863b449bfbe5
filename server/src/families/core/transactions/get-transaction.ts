import { route } from '../../../operations/route.js';
import { findTransaction } from '../../../resources/transactions/rows.js';
import { Transaction, TransactionParams } from '../../../resources/transactions/schemas.js';
import { transactionBodies } from '../../../resources/transactions/shown.js';

export const getTransaction = route({
  operation: 'GetTransaction',
  family: 'core',
  method: 'GET',
  path: '/transactions/:transactionId',
  summary: 'Shows a transaction, with the addresses of its documents.',
  schemas: { params: TransactionParams, response: { 200: Transaction } },
  audit: { action: 'read', objectKind: 'transaction', objectParam: 'transactionId' },
  handle: (call) =>
    call.read(async (queries) => {
      const row = await findTransaction(queries, call.caller, call.params.transactionId);
      const [body] = await transactionBodies(call.services, queries, [row]);
      return { body };
    }),
});
