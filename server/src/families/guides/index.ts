import type { AnyRoute } from '../../gateway/route.js';
import { guideRoutes } from './guides/index.js';
import { getTransactionSetMetadataRoute } from './x12-release/get-transaction-set-metadata.js';
import { listTransactionSetsRoute } from './x12-release/list-transaction-sets.js';

/** What transaction sets may hold: an account's guides, those of the server, and the standard they are made from. */
export const routes: readonly AnyRoute[] = [...guideRoutes, listTransactionSetsRoute, getTransactionSetMetadataRoute];
