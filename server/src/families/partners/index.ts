import type { AnyRoute } from '../../gateway/route.js';
import { as2CredentialRoutes } from '../../operations/partners/as2-credentials.js';
import { connectionRoutes } from '../../operations/partners/connections.js';
import { remoteCredentialRoutes } from '../../operations/partners/remote-credentials.js';
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
  ...as2CredentialRoutes,
  ...remoteCredentialRoutes,
  ...controlNumberRoutes,
];
