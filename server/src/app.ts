import { readFileSync } from 'node:fs';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { ApiError } from './gateway/api-error.js';
import { Claims } from './gateway/claims.js';
import type { Gateway } from './gateway/gateway.js';
import { GuessLimit } from './gateway/guess-limit.js';
import { KnownKeys } from './gateway/known-keys.js';
import { localPools } from './gateway/local-pools.js';
import { mapError } from './gateway/map-error.js';
import { createPageTokens } from './gateway/page-token.js';
import { BODY_LIMIT, register, send } from './gateway/register.js';
import { renderError } from './gateway/render-error.js';
import { requestIdOf } from './gateway/request-id.js';
import type { AnyRoute } from './gateway/route.js';
import type { Services } from './services.js';

/** Puts the server together from its services and the routes of its families; it does not listen, so that tests inject. */
export async function buildApp(services: Services, routes: readonly AnyRoute[]): Promise<FastifyInstance> {
  const { config, log } = services;
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: 120_000,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 2048 },
    frameworkErrors: (error, request, reply) => {
      send(reply, renderError(mapError(error, request.log)));
    },
    ...(config.tls && { https: { cert: readFileSync(config.tls.certFile), key: readFileSync(config.tls.keyFile) } }),
  }) as unknown as FastifyInstance;
  const gateway: Gateway = {
    services,
    keys: new KnownKeys(services.store, services.clock),
    guesses: new GuessLimit(services.clock),
    claims: new Claims(services),
    pools: localPools(services.clock),
    tokens: createPageTokens(services.secrets.keys),
    adminToken: config.adminToken ?? '',
  };
  app.decorateRequest('knownKey', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i,
    { parseAs: 'buffer' },
    (_request, body, done) => {
      done(null, body);
    },
  );
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.headers['content-type'] === undefined) done(null, body);
    else
      done(
        new ApiError(
          415,
          'UNSUPPORTED_MEDIA_TYPE',
          'Bodies are application/json in UTF-8. Set the Content-Type header.',
        ),
      );
  });
  app.setErrorHandler((error, request, reply) => send(reply, renderError(mapError(error, request.log))));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-amzn-requestid', request.id);
  });
  register(app, gateway, routes);
  app.addHook('onClose', () => gateway.claims.close());
  return app;
}
