import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { isLoopback } from '../http/address-place.js';
import { letFinish } from '../http/let-finish.js';
import { limitConnections } from '../http/limit-connections.js';
import { SILENT_MS } from '../http/silence.js';
import { trustedProxies as proxyCheck } from '../http/trusted-proxies.js';
import type { Platform } from '../platform.js';
import { answerHeaders } from './answer-headers.js';
import { closeQueued } from './close-queued.js';
import { endUnread } from './end-unread.js';
import { mapError } from './map-error.js';
import { deferContinue } from './reading/expect-continue.js';
import { refuseConnection } from './refuse-connection.js';
import { BODY_LIMIT } from './register-routes.js';
import { send } from './render-answer.js';
import { renderError } from './render-error.js';
import { requestIdHeaders, requestIdOf } from './request-id.js';

/** No one time for all requests: bodies have a least rate, and those that take memory an end (`../http/least-rate.ts`). */
const REQUEST_MS = 0;
/** The headers of a request have so long, and a connection that has sent nothing yet. */
const HEADERS_MS = 20_000;
/** How often connections are looked through for those that are late. */
const LOOK_MS = 5_000;
/** A connection between two requests is closed after this. */
const KEEP_ALIVE_MS = 72_000;
/** Parameters of paths are as long as the longest name of an object. */
const MAX_PARAM_LENGTH = 4096;

/** The HTTP layer with its limits; it does not listen yet. */
export function openHttp({
  config,
  log,
  ownConnections,
}: Pick<Platform, 'config' | 'log' | 'ownConnections'>): FastifyInstance {
  const times = { headersTimeout: HEADERS_MS, connectionsCheckingInterval: LOOK_MS };
  const { tls, trustedProxies } = config;
  const isProxy = proxyCheck(config);
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Who reads slowly is ended before (`end-unread.ts`).
    connectionTimeout: SILENT_MS,
    genReqId: (request) => requestIdOf(request.headers['x-request-id']),
    trustProxy: trustedProxies.length > 0 ? isProxy : false,
    forceCloseConnections: 'idle',
    // Closing waits for requests under way as long as `SHUTDOWN_MS` says: the layer's own ten seconds would leave the process half closed, for ever.
    pluginTimeout: 0,
    return503OnClosing: false,
    exposeHeadRoutes: false,
    clientErrorHandler: refuseConnection,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: (error, request, reply) => {
      // No hook has seen them.
      const headers = { ...answerHeaders(config), ...requestIdHeaders(request.id) };
      send(reply.headers(headers), renderError(mapError(error, request.log)));
    },
    ...(tls === undefined
      ? { http: times }
      : {
          https: {
            ...{ ...times, handshakeTimeout: HEADERS_MS },
            ...{ cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) },
            // Asked for, and not needed: partners over CAQH CORE may have one that is known, by whomever it was signed.
            ...{ requestCert: true, rejectUnauthorized: false },
          },
        }),
  });
  // Fastify's types keep HTTP and HTTPS apart, and its logger and ours; the routes see no difference.
  const opened = app as unknown as FastifyInstance;
  limitConnections(opened.server, {
    perAddress: config.connectionsPerAddress,
    isExempt: (address) => isLoopback(address) || isProxy(address),
  });
  opened.server.on(tls === undefined ? 'connection' : 'secureConnection', (socket) => ownConnections.accepted(socket));
  closeQueued(opened);
  deferContinue(opened);
  opened.addHook('onResponse', async ({ raw }) => {
    // A test's request has no socket of its own.
    if (raw.socket instanceof Socket) letFinish(raw);
  });
  endUnread(opened);
  return opened;
}
