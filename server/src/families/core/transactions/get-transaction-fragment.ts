import { route } from '../../../operations/route.js';
import { notFound } from '../../../problems.js';
import { findTransaction } from '../../../resources/transactions/rows.js';
import { FragmentParams, TransactionFragment } from '../../../resources/transactions/schemas.js';

export const getTransactionFragment = route({
  operation: 'GetTransactionFragment',
  family: 'core',
  method: 'GET',
  path: '/transactions/:transactionId/fragments/:fragmentIndex',
  summary: 'Shows a fragment of a transaction that was received in fragments; those that were sent are whole.',
  schemas: { params: FragmentParams, response: { 200: TransactionFragment } },
  audit: { action: 'read', objectKind: 'transaction', objectParam: 'transactionId' },
  handle: (call) =>
    call.read(async (queries) => {
      await findTransaction(queries, call.caller, call.params.transactionId);
      // What is sent was put together of its fragments, and only received transactions are taken apart.
      throw notFound('fragment');
    }),
});
