import { routes as guides } from '../families/guides/index.js';
import { routes as mappings } from '../families/mappings/index.js';
import { routes as partners } from '../families/partners/index.js';
import type { AnyRoute } from '../gateway/route.js';
import { coreRoutes } from './core/core-routes.js';

/** Every operation of the interface. */
export const ROUTES: readonly AnyRoute[] = [...coreRoutes, ...partners, ...guides, ...mappings];
