import type { Platform } from '../platform.js';
import type { ProblemKind } from '../problems.js';
import type { AskedPage, Page } from '../store/page.js';
import type { Answer } from './call.js';
import type { PageBounds } from './paging/asked-page.js';
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
  /** Of a list: which page is asked for. */
  readonly page: AskedPage;
  /** A page as it is answered, with the token of the next. */
  pageBody(page: Page<unknown>): object;
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
  /** Of a list: how many items a page has. */
  readonly paged?: PageBounds | undefined;
  readonly handle: (
    call: AdminCall<Of<Schemas['params']>, Of<Schemas['query']>, Of<Schemas['body']>, Services>,
  ) => Promise<Answer>;
}

/** A list below `/admin`, answered page by page as those of accounts are. */
export interface AdminListRoute<Schemas extends RouteSchemas = RouteSchemas, Services = Platform>
  extends Omit<AdminRoute<Schemas, Services>, 'handle' | 'method'> {
  readonly paged: PageBounds;
  readonly list: (
    call: AdminCall<Of<Schemas['params']>, Of<Schemas['query']>, undefined, Services>,
  ) => Promise<Page<unknown>>;
}

/** As `routesOver`, for the operator's operations. */
export function adminRoutesOver<Services extends Platform>() {
  return {
    adminRoute<const Schemas extends RouteSchemas>(declaration: AdminRoute<Schemas, Services>): AdminRoute {
      // The gateway hands a handler only what its own schemas have let through, and the services that the app was built with.
      return declaration as unknown as AdminRoute;
    },
    adminListRoute<const Schemas extends RouteSchemas>(declaration: AdminListRoute<Schemas, Services>): AdminRoute {
      const { list, ...others } = declaration;
      // As above.
      const read = list as unknown as (call: AdminCall) => Promise<Page<unknown>>;
      return { ...others, method: 'GET', handle: async (call) => ({ body: call.pageBody(await read(call)) }) };
    },
  };
}
