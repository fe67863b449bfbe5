import type { AnyRoute } from '../../gateway/route.js';
import { connectionRoutes } from './connections/index.js';
import { controlNumberRoutes } from './control-numbers/index.js';
import { partnershipRoutes } from './partnerships/index.js';
import { profileRoutes } from './profiles/index.js';
import { transactionSettingRoutes } from './transaction-settings/index.js';

/** Who the partners are, what is exchanged with them, and over what. */
export const routes: readonly AnyRoute[] = [
  ...profileRoutes,
  ...partnershipRoutes,
  ...transactionSettingRoutes,
  ...connectionRoutes,
  ...controlNumberRoutes,
];
