import { readFileSync } from 'node:fs';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Services } from '../exchange/services.js';
import type { AdminRoute } from '../gateway/admin-route.js';
import { answerHeaders, SAFE_HEADERS } from '../gateway/answer-headers.js';
import { answerUnknown } from '../gateway/answer-unknown.js';
import { serveDocs } from '../gateway/docs/serve-docs.js';
import { openGateway } from '../gateway/gateway-state.js';
import { registerHealth } from '../gateway/health.js';
import { mapError } from '../gateway/map-error.js';
import { takeBodies } from '../gateway/reading/take-bodies.js';
import { refuseConnection } from '../gateway/refuse-connection.js';
import { registerAdmin } from '../gateway/register-admin.js';
import { BODY_LIMIT, registerRoutes } from '../gateway/register-routes.js';
import { send } from '../gateway/render-answer.js';
import { renderError } from '../gateway/render-error.js';
import { requestIdOf } from '../gateway/request-id.js';
import type { AnyRoute } from '../gateway/route.js';
import { watchTraffic } from '../gateway/traffic.js';
import { registerLinks } from '../links/register-links.js';
import { adminRoutes } from './admin.js';

/** Clients that send slowly lose their connection after this. */
const REQUEST_MS = 120_000;
/** Parameters of paths are as long as the longest name of an object. */
const MAX_PARAM_LENGTH = 4096;

/**
 * Puts the server together from its services and the routes of its families; it does not listen, so that tests inject.
 * @param operator further operations below `/admin`.
 */
export async function buildApp(
  services: Services,
  routes: readonly AnyRoute[],
  operator: readonly AdminRoute[] = [],
): Promise<FastifyInstance> {
  const app = openHttp(services);
  const state = openGateway(services);
  app.decorateRequest('knownKey', null);
  takeBodies(app);
  const { config, metrics } = services;
  watchTraffic(app, { ...state, metrics, shutdownMs: config.shutdownMs, headers: answerHeaders(config) });
  app.setErrorHandler((error, request, reply) => send(reply, renderError(mapError(error, request.log))));
  const declared = registerRoutes(app, { services, ...state }, routes);
  const admin = [...adminRoutes, ...operator];
  registerAdmin(app, { services, ...state }, admin);
  registerHealth(app, { services, ...state });
  registerLinks(app, services);
  await serveDocs(app, services, declared, admin);
  answerUnknown(app, state, declared);
  return app;
}

function openHttp({ config, log }: Services): FastifyInstance {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    clientErrorHandler: refuseConnection,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, request, reply) => {
      send(reply.headers(SAFE_HEADERS), renderError(mapError(error, request.log)));
    },
    ...(config.tls && { https: { cert: readFileSync(config.tls.certFile), key: readFileSync(config.tls.keyFile) } }),
  });
  // Fastify's types keep HTTP and HTTPS apart, and its logger and ours; the routes see no difference.
  return app as unknown as FastifyInstance;
}
