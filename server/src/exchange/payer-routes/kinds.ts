import { openCaqhCore } from './open-caqh-core.js';
import { openMock } from './open-mock.js';
import { openSimulator } from './open-simulator.js';
import { openX12Post } from './open-x12-post.js';
import type { RouteKinds } from './route-kind.js';

/** What opens a route of each kind. The settings of their connections stand in `resources/payer-routes/schemas.ts`. */
export const ROUTE_KINDS: RouteKinds = {
  'caqh-core': openCaqhCore,
  mock: openMock,
  simulator: openSimulator,
  'x12-post': openX12Post,
};
