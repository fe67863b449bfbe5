import type { AnyRoute } from '../../gateway/route.js';
import { dryRunRoutes } from './dry-run.js';
import { eventRoutes } from './events.js';
import { executionRoutes } from './executions.js';
import { fragmentRoutes } from './fragments.js';
import { interchangeRoutes } from './interchanges.js';
import { pollingRoutes } from './polling.js';
import { transactionGroupRoutes } from './transaction-groups.js';
import { transactionRoutes } from './transactions.js';

/** The EDI platform: files out, and what became of them. */
export const coreRoutes: readonly AnyRoute[] = [
  ...interchangeRoutes,
  ...transactionGroupRoutes,
  ...fragmentRoutes,
  ...transactionRoutes,
  ...executionRoutes,
  ...pollingRoutes,
  ...eventRoutes,
  ...dryRunRoutes,
];
