import type { AnyRoute } from '../../../gateway/route.js';
import { getControlNumbersRoute } from './get-control-numbers.js';
import { incrementControlNumberRoute } from './increment-control-number.js';
import { setControlNumberRoute } from './set-control-number.js';

export const controlNumberRoutes: readonly AnyRoute[] = [
  getControlNumbersRoute,
  setControlNumberRoute,
  incrementControlNumberRoute,
];
