import type { FastifyInstance } from 'fastify';
import type { Platform } from '../platform.js';
import type { AdminRoute } from './admin-route.js';
import { type AdminCheck, demandAdmin } from './keys/authenticate.js';
import type { KnownKeys } from './keys/known-keys.js';
import { requestReader } from './reading/read-request.js';
import { render, send } from './render-answer.js';

export interface AdminParts extends AdminCheck {
  /** What handlers get. */
  readonly services: Platform;
  readonly keys: KnownKeys;
}

/** Makes routes below `/admin`. API keys mean nothing there. */
export function registerAdmin(app: FastifyInstance, parts: AdminParts, routes: readonly AdminRoute[]): void {
  const { services, keys } = parts;
  for (const route of routes) {
    const read = requestReader(route.schemas);
    app.route({
      method: route.method,
      url: `/admin${route.path}`,
      ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
      onRequest: async (request) => demandAdmin(parts, request.headers.authorization, request.ip),
      handler: async (request, reply) => {
        const call = { services, ...read(request), requestId: request.id, address: request.ip };
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
