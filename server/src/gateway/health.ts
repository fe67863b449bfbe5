import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '../http/address-place.js';
import type { Platform } from '../platform.js';
import type { Store } from '../store/store.js';
import { VERSION } from '../version.js';
import { type AdminCheck, demandAdmin } from './keys/authenticate.js';
import type { Traffic } from './traffic.js';

/** Milliseconds that the store has to answer in; one that hangs is not ready either. */
const STORE_MS = 2000;
const DAY_MS = 86_400_000;

export interface HealthParts extends AdminCheck {
  readonly services: Pick<Platform, 'store' | 'metrics' | 'clock'>;
  readonly traffic: Traffic;
  /** What partners are listened for in this process: `SFTP`. */
  readonly listening: () => readonly string[];
  /** When the data on countries of addresses was made. */
  readonly countriesBuiltAt: number;
  /** How functions of customers are kept apart here; `why` they are off has paths of this machine in it. */
  readonly functions: { readonly kind: string; readonly why?: string };
}

/** `/health` for load balancers, `/health/live` for who restarts the process, `/metrics` for who watches it. No key is asked for. */
export function registerHealth(app: FastifyInstance, parts: HealthParts): void {
  const { services, traffic, listening, countriesBuiltAt } = parts;
  const ready = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const status = await statusOf(services, traffic);
    const countryData = ageOf(countriesBuiltAt, services.clock.now());
    const functions = isolationOf(parts.functions, request);
    return reply
      .code(status === 'ok' ? 200 : 503)
      .send({ status, version: VERSION, listening: listening(), countryData, functions });
  };
  app.get('/health', ready);
  app.get('/health/ready', ready);
  app.get('/health/live', async () => ({ status: 'ok', version: VERSION }));
  app.get('/metrics', async (request, reply) => {
    if (!isFromHere(request)) demandAdmin(parts, request.headers.authorization, request.ip);
    return reply.type(services.metrics.contentType).send(await services.metrics.text());
  });
}

/** Whoever is not on this machine is told that functions are off; the log, and whoever is, have the reason. */
function isolationOf({ kind, why }: HealthParts['functions'], request: FastifyRequest) {
  return { isolation: kind, ...(why !== undefined && isFromHere(request) ? { why } : {}) };
}

/** The day it was made, and days since then. */
function ageOf(builtAt: number, now: number): { readonly built: string; readonly days: number } {
  return {
    built: new Date(builtAt).toISOString().slice(0, 10),
    days: Math.max(0, Math.floor((now - builtAt) / DAY_MS)),
  };
}

/** The worst first: who stops is to get no request, whatever its store says. */
async function statusOf({ store, clock }: HealthParts['services'], traffic: Traffic): Promise<string> {
  if (traffic.stopping) return 'stopping';
  if (!(await answers(store))) return 'store-unavailable';
  return clock.isSteady === false ? 'clock-unsteady' : 'ok';
}

/** Whether the store answers in time. What it lacks is in the log of those who needed it. */
async function answers(store: Store): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), STORE_MS);
  });
  const asked = store.ping().then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** From this machine, and not passed on by a proxy on it. */
function isFromHere({ socket, headers }: FastifyRequest): boolean {
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    headers['x-forwarded-for'] === undefined &&
    headers.forwarded === undefined
  );
}
