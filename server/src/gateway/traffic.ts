import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.js';
import type { Gateway } from './gateway.js';
import { once } from './limits/local-pools.js';

/** Requests under way, and whether more are taken. */
export class Traffic {
  #underWay = 0;
  #stopping = false;
  #whenQuiet: (() => void) | undefined;

  get stopping(): boolean {
    return this.#stopping;
  }

  begin(): void {
    this.#underWay++;
  }

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

const PROBES = /^\/(?:health|metrics)/;

/** Counts, times and logs requests; when the server closes, those under way have `shutdownMs`, and later ones are answered 503. */
export function watchTraffic(app: FastifyInstance, gateway: Gateway): void {
  const { services, traffic, claims, pools } = gateway;
  app.addHook('onRequest', async (request, reply) => {
    traffic.begin();
    // A client that leaves before its answer closes without a finish.
    const ended = once(() => {
      traffic.end();
      account(gateway, request, reply);
    });
    reply.raw.once('finish', ended).once('close', ended);
    reply.header('x-request-id', request.id).header('x-amzn-requestid', request.id);
    if (traffic.stopping && !PROBES.test(request.url)) {
      reply.header('connection', 'close');
      throw new ApiError(503, 'SERVICE_UNAVAILABLE', 'The server is stopping. Send the request again.', {
        headers: { 'retry-after': '1' },
      });
    }
  });
  app.addHook('preClose', async () => {
    await traffic.stop(services.config.shutdownMs);
    app.server.closeAllConnections();
  });
  app.addHook('onClose', async () => {
    await claims.close();
    await pools.close();
  });
}

function account({ services }: Gateway, request: FastifyRequest, reply: FastifyReply): void {
  const { config, url } = request.routeOptions;
  const operation = config.declared?.route.operation ?? url ?? 'none';
  services.metrics.request(operation, reply.statusCode, reply.elapsedTime / 1000);
  // No address line: paths and queries hold names of files and of people.
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
