import type { AnyRoute } from '../../../gateway/route.js';
import { getTransaction } from './get-transaction.js';
import { getTransactionFragment } from './get-transaction-fragment.js';
import { listTransactionsRoute } from './list-transactions.js';
import { transactionDocuments } from './transaction-documents.js';

export const routes: readonly AnyRoute[] = [
  listTransactionsRoute,
  getTransaction,
  getTransactionFragment,
  ...transactionDocuments,
];
