import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metrics } from '../metrics.js';
import { ApiError } from './api-error.js';
import type { KeyLeases } from './idempotency/leases.js';
import type { Pools } from './limits/pools.js';
import { requestIdHeaders } from './request-id.js';
import { whenOver } from './when-over.js';

/** Requests under way, and whether more are taken. */
export class Traffic {
  #underWay = 0;
  #stopping = false;
  #whenQuiet: (() => void) | undefined;

  get stopping(): boolean {
    return this.#stopping;
  }

  /** A request has come. */
  begin(): void {
    this.#underWay++;
  }

  /** It is answered, or its client has left. */
  end(): void {
    this.#underWay--;
    if (this.#underWay === 0) this.#whenQuiet?.();
  }

  /** Takes no more. Resolves when none is under way, or patience has ended. */
  async stop(patienceMs: number): Promise<void> {
    this.#stopping = true;
    if (this.#underWay === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#whenQuiet = resolve;
      timer = setTimeout(resolve, patienceMs);
    });
    clearTimeout(timer);
  }
}

export interface TrafficParts {
  readonly traffic: Traffic;
  readonly metrics: Metrics;
  /** What requests under way have when the server closes. */
  readonly shutdownMs: number;
  /** What has a patience of its own, from then on: resolves when it is over. */
  readonly lasting: () => Promise<unknown>;
  /** Of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Closed when no request is under way any more. */
  readonly leases: KeyLeases;
  readonly pools: Pools;
}

/** Milliseconds for the last bytes of the last answers. */
const LAST_BYTES_MS = 500;
/** Still answered while the server stops: they say that it does. */
const PROBES = /^\/(?:health|metrics)/;

/** Counts, times and logs requests; when the server closes, those under way have `shutdownMs`, and later ones are answered 503. */
export function watchTraffic(app: FastifyInstance, parts: TrafficParts): void {
  const { traffic, metrics, shutdownMs, lasting, headers, leases, pools } = parts;
  app.addHook('onRequest', async (request, reply) => {
    traffic.begin();
    whenOver(reply, () => {
      traffic.end();
      note(metrics, request, reply);
    });
    reply.headers({ ...headers, ...requestIdHeaders(request.id) });
    if (traffic.stopping && !PROBES.test(request.url)) {
      reply.header('connection', 'close');
      throw new ApiError(503, 'SERVICE_UNAVAILABLE', 'The server is stopping. Send the request again.', {
        headers: { 'retry-after': '1' },
      });
    }
  });
  app.addHook('preClose', async () => {
    await Promise.all([traffic.stop(shutdownMs), lasting()]);
    // What has lasted longer is answered, where somebody still waits for it.
    await traffic.stop(LAST_BYTES_MS);
    app.server.closeAllConnections();
  });
  app.addHook('onClose', async () => {
    await leases.close();
    await pools.close();
  });
}

/** A request in the figures and in the log: by the name of its operation, as its path would be another figure each time. */
function note(metrics: Metrics, request: FastifyRequest, reply: FastifyReply): void {
  const { config, url } = request.routeOptions;
  const operation = config.declared?.route.operation ?? url ?? 'none';
  metrics.request(operation, reply.statusCode, reply.elapsedTime / 1000);
  // No address line: in paths and queries are names of files and of people.
  request.log.info(
    {
      operation,
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      address: request.ip,
      ...(reply.raw.writableFinished ? {} : { left: true }),
      ...(request.knownKey && { account: request.knownKey.caller.accountId, key: request.knownKey.caller.keyId }),
    },
    'request',
  );
}
