import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../caller.js';
import { AccountQueries } from '../store/account-queries.js';
import type { Answer } from './call.js';
import type { DeclaredRoute } from './declared-route.js';
import type { Gateway } from './gateway.js';
import { GatewayCall } from './gateway-call.js';
import { demandKey, hashOfRequest } from './idempotency/idempotency-key.js';
import type { Claim } from './idempotency/leases.js';
import type { KnownKey } from './keys/known-keys.js';
import { enterPools } from './limits/enter-pools.js';
import { mapError } from './map-error.js';
import { pageBody } from './paging/paging.js';
import { renderError } from './render-error.js';
import { type Rendered, render } from './rendered.js';

/** Answers that a repeated request gets again: those that the same request would always get. */
const isKept = (status: number): boolean => status < 300 || status === 400 || status === 404 || status === 413;

/** Everything between a caller that is known and the bytes of the answer. */
export async function answerRequest(
  gateway: Gateway,
  declared: DeclaredRoute,
  key: KnownKey,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Rendered> {
  let leave: (() => void) | undefined;
  try {
    const { pool, idempotent } = declared.route;
    if (pool !== undefined) leave = await enterPools(gateway.pools, pool, key);
    const idempotencyKey = idempotent ? demandKey(request.headers['idempotency-key']) : undefined;
    if (idempotencyKey === undefined) return await worked(gateway, declared, key, request, reply, undefined);
    const claim = await gateway.claims.claim({
      caller: key.caller,
      key: idempotencyKey,
      hash: hashOfRequest(request.method, pathOf(request), rawBody(request)),
    });
    if ('replayed' in claim) return claim.replayed;
    return await worked(gateway, declared, key, request, reply, claim);
  } catch (error) {
    return renderError(mapError(error, request.log));
  } finally {
    leave?.();
  }
}

/** The work itself; under a claim its answer is kept, or the claim is given back. */
async function worked(
  gateway: Gateway,
  declared: DeclaredRoute,
  key: KnownKey,
  request: FastifyRequest,
  reply: FastifyReply,
  claim: Claim | undefined,
): Promise<Rendered> {
  const { services } = gateway;
  const { caller } = key;
  try {
    const call = new GatewayCall({
      services,
      reply,
      request,
      claim,
      commits: gateway.commits,
      caller,
      ...declared.read(gateway, caller, request),
    });
    const answer = await handled(gateway, declared, call);
    if (call.committed !== undefined) return call.committed;
    return await settled(gateway, claim, caller, render(answer), (queries) => call.audit(queries, answer));
  } catch (error) {
    return await settled(gateway, claim, caller, renderError(mapError(error, request.log)));
  } finally {
    claim?.end();
  }
}

async function handled(gateway: Gateway, { route, placeOf }: DeclaredRoute, call: GatewayCall): Promise<Answer> {
  // `read` has let through only what the route's schemas say.
  if ('handle' in route) return route.handle(call as never);
  const page = await route.list(call as never);
  const place = placeOf(call.caller, call.params, call.query);
  return { body: pageBody(page, gateway.tokens, place, route.paged.alsoAs) };
}

/** Writes what an answer that no commit has kept still needs: its audit, and its copy for repeated requests. */
async function settled(
  { services }: Gateway,
  claim: Claim | undefined,
  caller: Caller,
  answer: Rendered,
  audit?: (queries: AccountQueries) => Promise<void>,
): Promise<Rendered> {
  const audited = answer.status < 400 ? audit : undefined;
  const kept = claim !== undefined && isKept(answer.status) ? claim : undefined;
  if (audited !== undefined || kept !== undefined) {
    await services.store.write(async (tx) => {
      const queries = new AccountQueries(tx, caller.accountId);
      await audited?.(queries);
      await kept?.complete(queries, answer);
    });
  }
  if (kept === undefined) await claim?.release();
  return answer;
}

/** The path as it was sent, without its query. */
function pathOf({ raw }: FastifyRequest): string {
  const url = raw.url ?? '';
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}

/** The content parser leaves bodies as bytes. */
export function rawBody({ body }: FastifyRequest): Buffer | undefined {
  return Buffer.isBuffer(body) && body.length > 0 ? body : undefined;
}
