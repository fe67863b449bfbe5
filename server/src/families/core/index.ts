import type { AnyRoute } from '../../gateway/route.js';
import { dryRun } from './dry-run/dry-run.js';
import { retryEvent } from './events/retry-event.js';
import { routes as executions } from './executions/index.js';
import { createOutboundFragment } from './fragments/create-outbound-fragment.js';
import { createOutboundTransaction } from './interchanges/create-outbound-transaction.js';
import { generateEdi } from './interchanges/generate-edi.js';
import { listPollingExecutions } from './polling/list-polling-executions.js';
import { listPollingTransactions } from './polling/list-polling-transactions.js';
import { createTransactionGroup } from './transaction-groups/create-transaction-group.js';
import { generateTransactionGroupEdi } from './transaction-groups/generate-transaction-group-edi.js';
import { routes as transactions } from './transactions/index.js';

/** The EDI platform: files out, and what became of them. */
export const routes: readonly AnyRoute[] = [
  generateEdi,
  createOutboundTransaction,
  createTransactionGroup,
  generateTransactionGroupEdi,
  createOutboundFragment,
  ...transactions,
  ...executions,
  listPollingTransactions,
  listPollingExecutions,
  retryEvent,
  dryRun,
];
