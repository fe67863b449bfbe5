import { connectionRoutes } from '../families/partners/connections/index.js';
import type { AnyRoute } from '../gateway/route.js';
import { coreRoutes } from './core/core-routes.js';
import { guideRoutes } from './guides/guides.js';
import { releaseRoutes } from './guides/x12-release.js';
import { mappingRoutes } from './mappings.js';
import { controlNumberRoutes } from './partners/control-numbers.js';
import { partnershipRoutes } from './partners/partnerships.js';
import { profileRoutes } from './partners/profiles.js';
import { transactionSettingRoutes } from './partners/transaction-settings.js';

/** Every operation of the interface. */
export const ROUTES: readonly AnyRoute[] = [
  ...coreRoutes,
  ...profileRoutes,
  ...partnershipRoutes,
  ...transactionSettingRoutes,
  ...connectionRoutes,
  ...controlNumberRoutes,
  ...guideRoutes,
  ...releaseRoutes,
  ...mappingRoutes,
];
