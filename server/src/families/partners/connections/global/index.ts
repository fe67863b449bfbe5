import type { AnyRoute } from '../../../../gateway/route.js';
import { checkGlobalConnectionRoute } from './check-global-connection.js';
import { createGlobalConnectionRoute } from './create-global-connection.js';
import { deleteGlobalConnectionRoute } from './delete-global-connection.js';
import { getGlobalConnectionRoute } from './get-global-connection.js';
import { listGlobalConnectionsRoute } from './list-global-connections.js';
import { updateGlobalConnectionRoute } from './update-global-connection.js';

export const globalConnectionRoutes: readonly AnyRoute[] = [
  createGlobalConnectionRoute,
  listGlobalConnectionsRoute,
  getGlobalConnectionRoute,
  updateGlobalConnectionRoute,
  deleteGlobalConnectionRoute,
  checkGlobalConnectionRoute,
];
