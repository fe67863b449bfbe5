import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform.js';
import type { AskedPage, Page } from '../store/page.js';
import type { AdminRoute } from './admin-route.js';
import { type AdminCheck, demandAdmin } from './keys/authenticate.js';
import type { KnownKeys } from './keys/known-keys.js';
import { askedPage, filtersOf, PAGE_NAMES } from './paging/asked-page.js';
import { pageBody } from './paging/page-body.js';
import type { PageTokens, TokenPlace } from './paging/page-token.js';
import { memberNames, type ReadRequest, requestReader } from './reading/read-request.js';
import { render, send } from './render-answer.js';

export interface AdminParts extends AdminCheck {
  /** What handlers get. */
  readonly services: Platform;
  readonly keys: KnownKeys;
  readonly tokens: PageTokens;
}

/** Of routes that do not list. */
const NO_PAGE: AskedPage = { size: 0, after: undefined };

/** Makes routes below `/admin`. API keys mean nothing there. */
export function registerAdmin(app: FastifyInstance, parts: AdminParts, routes: readonly AdminRoute[]): void {
  const { services, keys, tokens } = parts;
  for (const route of routes) {
    const { paged } = route;
    const read = requestReader(route.schemas, { moreQuery: paged === undefined ? [] : PAGE_NAMES });
    app.route({
      method: route.method,
      url: `/admin${route.path}`,
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      onRequest: async (request) => demandAdmin(parts, request.headers.authorization, request.ip),
      handler: async (request, reply) => {
        const asked = read(request);
        const place = placeOf(route, asked);
        const call = {
          ...{ services, ...asked, requestId: request.id, address: request.ip },
          page: paged === undefined ? NO_PAGE : askedPage(asked.query, paged, tokens, place),
          pageBody: (page: Page<unknown>) => pageBody(page, tokens, place),
        };
        // `read` has let through only what the route's schemas say.
        const answer = await route.handle(call as never).finally(() => {
          // Also when it failed: what it did before that may stand.
          if (route.changesKeys) keys.forget();
        });
        const { answerType } = route;
        const typed = answerType === undefined ? {} : { headers: { 'content-type': answerType, ...answer.headers } };
        return send(reply, render({ ...answer, ...typed }));
      },
    });
  }
}

/** A list of the operator's is of no account; which one it is about stands in its path. */
function placeOf({ operation, schemas }: AdminRoute, { params, query }: ReadRequest): TokenPlace {
  return { accountId: '', mode: '', operation, params, filters: filtersOf(query, memberNames(schemas.query)) };
}
