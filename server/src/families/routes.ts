import type { AnyRoute } from '../gateway/route.js';
import { routes as core } from './core/index.js';
import { routes as guides } from './guides/index.js';
import { routes as mappings } from './mappings/index.js';
import { routes as partners } from './partners/index.js';

/** Every operation of the interface. */
export const ROUTES: readonly AnyRoute[] = [...core, ...partners, ...guides, ...mappings];
