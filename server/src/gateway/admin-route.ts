import type { Platform } from '../platform.js';
import type { ProblemKind } from '../problems.js';
import type { Answer } from './call.js';
import type { Of, RouteSchemas } from './route.js';

/** A request of the operator: it has no account and no key. */
export interface AdminCall<Params = unknown, Query = unknown, Body = unknown, Services = Platform> {
  readonly services: Services;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly requestId: string;
  /** Of the peer, or of who stands before a trusted proxy. */
  readonly address: string;
}

/** An operation below `/admin`, for the holder of the admin token. */
export interface AdminRoute<Schemas extends RouteSchemas = RouteSchemas, Services = Platform> {
  /** As the documentation names it: `CreateAccount`. */
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below `/admin`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly schemas: Schemas;
  /** What may be wrong beside what the gateway says of every request. */
  readonly problems?: readonly ProblemKind[] | undefined;
  /** Media type of an answer that is a stream or bytes. Default: JSON. */
  readonly answerType?: string | undefined;
  /** Bytes of the body. Default 1 MB. */
  readonly bodyLimit?: number | undefined;
  /** Keys or limits may be others after it: this process reads them anew, so that a deleted key is refused at once. */
  readonly changesKeys?: boolean | undefined;
  readonly handle: (
    call: AdminCall<Of<Schemas['params']>, Of<Schemas['query']>, Of<Schemas['body']>, Services>,
  ) => Promise<Answer>;
}

/** As `routesOver`, for the operator's operations. */
export function adminRoutesOver<Services extends Platform>() {
  return {
    adminRoute<const Schemas extends RouteSchemas>(declaration: AdminRoute<Schemas, Services>): AdminRoute {
      // The gateway hands a handler only what its own schemas have let through, and the services that the app was built with.
      return declaration as unknown as AdminRoute;
    },
  };
}
