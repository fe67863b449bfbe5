import type { Services } from '../exchange/services.js';
import { adminRoutesOver } from '../gateway/admin-route.js';
import { routesOver } from '../gateway/route.js';

/** How an operation is declared: its handler gets all services. */
export const { route, listRoute } = routesOver<Services>();

/** The same for operations below `/admin`. */
export const { adminRoute, adminListRoute } = adminRoutesOver<Services>();
