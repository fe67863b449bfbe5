import type { FastifyInstance } from 'fastify';
import type { Services } from '../exchange/services.js';
import type { AdminRoute } from '../gateway/admin-route.js';
import { answerHeaders } from '../gateway/answer-headers.js';
import { answerUnknown } from '../gateway/answer-unknown.js';
import { adminOpenApiOf, openApiOf } from '../gateway/docs/openapi.js';
import { serveDocs } from '../gateway/docs/serve-docs.js';
import { openGateway } from '../gateway/gateway-state.js';
import { registerHealth } from '../gateway/health.js';
import { mapError } from '../gateway/map-error.js';
import { openHttp } from '../gateway/open-http.js';
import { BodyBudget } from '../gateway/reading/body-budget.js';
import { endBodies, takeBodies } from '../gateway/reading/take-bodies.js';
import { registerAdmin } from '../gateway/register-admin.js';
import { registerRoutes } from '../gateway/register-routes.js';
import { send } from '../gateway/render-answer.js';
import { renderError } from '../gateway/render-error.js';
import type { AnyRoute } from '../gateway/route.js';
import { watchTraffic } from '../gateway/traffic.js';
import { registerLinks } from '../links/register-links.js';
import { adminRoutes } from './admin.js';
import { EXAMPLES } from './examples.js';
import { firstSteps, operatorSteps } from './first-steps.js';

/** Milliseconds that a body waits for memory before its request is refused. */
const BODY_PATIENCE_MS = 10_000;

/**
 * Puts the server together from its services and the routes of its families; it does not listen, so that tests inject.
 * @param operator further operations below `/admin`.
 * @param listening what partners are listened for now, for `/health`: `SFTP`.
 */
export async function buildApp(
  services: Services,
  routes: readonly AnyRoute[],
  operator: readonly AdminRoute[] = [],
  listening: () => readonly string[] = () => [],
): Promise<FastifyInstance> {
  const app = openHttp(services);
  const state = openGateway(services);
  app.decorateRequest('knownKey', null);
  const memory = { bytes: services.config.bodyMemoryBytes, patienceMs: BODY_PATIENCE_MS };
  const budget = new BodyBudget(memory);
  const answers = new BodyBudget(memory);
  endBodies(app);
  takeBodies(app, { budget });
  const { config, metrics } = services;
  const lasting = () => services.realTime.underWay.ended(config.checksShutdownMs);
  watchTraffic(app, { ...state, metrics, shutdownMs: config.shutdownMs, lasting, headers: answerHeaders(config) });
  app.setErrorHandler((error, request, reply) => send(reply, renderError(mapError(error, request.log))));
  const declared = registerRoutes(app, { services, answers, ...state }, routes);
  const admin = [...adminRoutes, ...operator];
  registerAdmin(app, { services, ...state }, admin);
  const countriesBuiltAt = services.origins.builtAt;
  registerHealth(app, { services, listening, countriesBuiltAt, functions: services.functions.isolation, ...state });
  registerLinks(app, services, { budget, answers });
  await serveDocs(app, services, [
    { path: '/docs', document: openApiOf(declared, services.publicUrl, EXAMPLES), introduction: firstSteps },
    { path: '/docs/admin', document: adminOpenApiOf(admin, services.publicUrl, EXAMPLES), introduction: operatorSteps },
  ]);
  answerUnknown(app, state, declared);
  return app;
}
