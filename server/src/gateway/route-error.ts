import type { FastifyRequest } from 'fastify';
import type { ApiError } from './api-error.js';
import { protocolBody } from './protocol.js';
import type { Rendered } from './render-answer.js';
import { renderError } from './render-error.js';
import type { AnyRoute } from './route.js';

/** An error as a route says it: in its protocol, else as its family does. @param now milliseconds since 1970. */
export function routeError(route: AnyRoute, request: FastifyRequest, error: ApiError, now: number): Rendered {
  return route.protocol?.renderError(error, protocolBody(request), now) ?? renderError(error, route);
}
