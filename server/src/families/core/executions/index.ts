import type { AnyRoute } from '../../../gateway/route.js';
import { executionDocuments } from './execution-documents.js';
import { getExecution } from './get-execution.js';
import { listExecutionFaults } from './list-execution-faults.js';
import { listExecutionTransactionsRoute } from './list-execution-transactions.js';
import { listExecutionsRoute } from './list-executions.js';
import { retryExecutions } from './retry-executions.js';

export const routes: readonly AnyRoute[] = [
  listExecutionsRoute,
  retryExecutions,
  getExecution,
  listExecutionFaults,
  listExecutionTransactionsRoute,
  ...executionDocuments,
];
