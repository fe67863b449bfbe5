import { isoTime } from '../../clock.js';
import type { ShownRoute } from '../../resources/payer-routes/shown.js';
import type { PayerExchange } from './payer-exchange.js';

/** A route as the operator sees it, with what it is like in this process, once that has asked over it. */
export interface RouteWithFigures extends ShownRoute {
  readonly inThisProcess?: {
    readonly breaker: 'closed' | 'half-open' | 'open';
    readonly openUntil?: string;
    readonly underWay: number;
  };
}

export function withFigures(exchange: Pick<PayerExchange, 'figures'>, route: ShownRoute): RouteWithFigures {
  const figures = exchange.figures(route.routeId);
  if (figures === undefined) return route;
  const { breaker, openUntil, underWay } = figures;
  return {
    ...route,
    inThisProcess: { breaker, ...(openUntil === undefined ? {} : { openUntil: isoTime(openUntil) }), underWay },
  };
}
