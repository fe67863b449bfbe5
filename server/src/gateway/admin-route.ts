import type { Services } from '../services.js';
import type { Answer } from './call.js';
import type { Of, RouteSchemas } from './route.js';

/** A request of the operator: it has no account and no key. */
export interface AdminCall<Params = unknown, Query = unknown, Body = unknown> {
  readonly services: Services;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly requestId: string;
  readonly address: string;
}

/** An operation below `/admin`, for the holder of the admin token. */
export interface AdminRoute<Schemas extends RouteSchemas = RouteSchemas> {
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/admin`. */
  readonly path: string;
  readonly summary: string;
  readonly schemas: Schemas;
  readonly handle: (
    call: AdminCall<Of<Schemas['params']>, Of<Schemas['query']>, Of<Schemas['body']>>,
  ) => Promise<Answer>;
}

/** Declares an operation with its types. */
export function adminRoute<const Schemas extends RouteSchemas>(declaration: AdminRoute<Schemas>): AdminRoute {
  // The gateway hands a handler only what its own schemas have let through.
  return declaration as unknown as AdminRoute;
}
