import type { FastifyInstance } from 'fastify';
import type { AdminRoute } from './admin-route.js';
import { requestReader } from './declared-route.js';
import type { Gateway } from './gateway.js';
import { demandAdmin } from './keys/authenticate.js';
import { send } from './register.js';
import { render } from './rendered.js';

/** Makes routes below `/admin`. API keys mean nothing there. */
export function registerAdmin(app: FastifyInstance, gateway: Gateway, routes: readonly AdminRoute[]): void {
  const { services } = gateway;
  for (const route of routes) {
    const read = requestReader(route.schemas);
    app.route({
      method: route.method,
      url: `/admin${route.path}`,
      onRequest: async (request) => demandAdmin(gateway, request.headers.authorization, request.ip),
      handler: async (request, reply) => {
        const call = { services, ...read(request), requestId: request.id, address: request.ip };
        // `read` has let through only what the route's schemas say.
        return send(reply, render(await route.handle(call as never)));
      },
    });
  }
}
