import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KnownKey } from '../accounts/find-key.js';
import { insertAudit } from '../audit/write-audit.js';
import { HEAVY_BYTES } from '../heavy-turns.js';
import type { AddressCheck } from '../http/networks.js';
import { letBeSilent } from '../http/silence.js';
import type { Platform } from '../platform.js';
import { AccountQueries, type OwnRow } from '../store/account-queries.js';
import type { Store } from '../store/store.js';
import type { AnswerCommits } from './answer-commits.js';
import type { Answer } from './call.js';
import type { DeclaredRoute } from './declared-route.js';
import { GatewayCall } from './gateway-call.js';
import { demandKey, hashOfRequest } from './idempotency/idempotency-key.js';
import { isKept, isKeptError } from './idempotency/kept-answer.js';
import type { KeyLease, KeyLeases } from './idempotency/leases.js';
import { enterPools } from './limits/enter-pools.js';
import type { Pools } from './limits/pools.js';
import { mapError } from './map-error.js';
import { pageBody } from './paging/page-body.js';
import type { PageTokens } from './paging/page-token.js';
import { writtenAnswer, writtenPage } from './paging/written-page.js';
import { rawBody } from './reading/take-bodies.js';
import { JSON_TYPE, type Rendered, render } from './render-answer.js';
import { routeError } from './route-error.js';
import { whenOver } from './when-over.js';

/** What a request with a key is answered with. */
export interface AnswerParts {
  /** What its handler gets. */
  readonly services: Platform;
  readonly pools: Pools;
  readonly leases: KeyLeases;
  readonly commits: AnswerCommits;
  readonly tokens: PageTokens;
  /** Whether a peer is a proxy that the operator trusts. */
  readonly isProxy: AddressCheck;
}

/** A request that has shown its key. */
export interface KnownRequest {
  readonly declared: DeclaredRoute;
  readonly key: KnownKey;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Everything between a caller that is known and the bytes of the answer. Throws nothing: an error is an answer too. */
export async function answerRequest(parts: AnswerParts, known: KnownRequest): Promise<Rendered> {
  const { declared, key, request } = known;
  const { pool, idempotent, answersSecret = false } = declared.route;
  let leave: (() => void) | undefined;
  try {
    if (pool !== undefined) {
      leave = await enterPools({ pools: parts.pools, metrics: parts.services.metrics }, pool, key);
    }
    const idempotencyKey = idempotent ? demandKey(request.headers['idempotency-key']) : undefined;
    if (idempotencyKey === undefined) {
      const answer = await worked(parts, known, undefined);
      if (!(answer.body instanceof Readable)) return answer;
      leaveAfter(known.reply, leave);
      leave = undefined;
      return answer;
    }
    const lease = await parts.leases.take({
      caller: key.caller,
      key: idempotencyKey,
      hash: hashOfRequest(request.method, pathOf(request), rawBody(request)),
      answersSecret,
    });
    if ('replayed' in lease) return lease.replayed;
    return await worked(parts, known, lease);
  } catch (error) {
    return routeError(declared.route, request, mapError(error, request.log), parts.services.clock.now());
  } finally {
    leave?.();
  }
}

/** A streamed answer has its place in the pool until it has gone out, or its client has left. */
function leaveAfter(reply: FastifyReply, leave: (() => void) | undefined): void {
  if (leave === undefined) return;
  // A client that has left already causes no second event.
  if (reply.raw.closed) leave();
  else whenOver(reply, leave);
}

/** The work itself; under a lease its answer is kept, or the key is given back. */
async function worked(parts: AnswerParts, known: KnownRequest, lease: KeyLease | undefined): Promise<Rendered> {
  const { services, commits, tokens, isProxy } = parts;
  const { declared, request, reply } = known;
  const depth = services.ownConnections.depthOf(request.raw.socket);
  const caller = depth === undefined ? known.key.caller : { ...known.key.caller, depth };
  const place = { store: services.store, accountId: caller.accountId, lease };
  let call: GatewayCall | undefined;
  let endSilence: (() => void) | undefined;
  try {
    const readNow = () => declared.read(tokens, caller, request);
    const isLarge = (rawBody(request)?.length ?? 0) > (declared.route.heavyBytes ?? HEAVY_BYTES);
    // What the handler does before it first waits goes on in the same turn.
    const read = isLarge ? await services.heavyTurns.run(caller.accountId, readNow) : readNow();
    const made = new GatewayCall({
      ...{ services, reply, request, lease, commits, isProxy, caller, route: declared.route, ...read },
    });
    call = made;
    if (declared.route.mayBeSilent) endSilence = letBeSilent(request.raw.socket);
    const answer = await handled(tokens, declared, made);
    if (made.committed !== undefined) return made.committed;
    const rendered = render(answer);
    return await settled(place, rendered, { isKept: isKept(rendered.status), audit: made.auditOf(answer) });
  } catch (error) {
    call?.endBody();
    const refusal = mapError(call === undefined ? error : call.causeOf(error), request.log);
    return await settled(place, routeError(declared.route, request, refusal, services.clock.now()), {
      isKept: isKeptError(refusal),
    });
  } finally {
    endSilence?.();
    call?.endBody();
    lease?.end();
  }
}

async function handled(tokens: PageTokens, { route, placeOf }: DeclaredRoute, call: GatewayCall): Promise<Answer> {
  // `read` has let through only what the route's schemas say.
  if ('handle' in route) return route.handle(call as never);
  const page = await route.list(call as never);
  if ('written' in page) return { headers: { 'content-type': JSON_TYPE }, body: page.written };
  const place = placeOf(call.caller, call.params, call.query);
  if ('writtenItems' in page) return writtenAnswer(writtenPage(page, tokens, place), call.page.size, route.paged);
  return { body: pageBody(page, tokens, place, route.paged.alsoAs) };
}

/** Where an answer leaves something behind. */
interface AnswerPlace {
  readonly store: Store;
  readonly accountId: string;
  readonly lease: KeyLease | undefined;
}

/** Writes what an answer that no commit has kept still needs: its audit, and its copy for repeated requests. */
async function settled(
  { store, accountId, lease }: AnswerPlace,
  answer: Rendered,
  { isKept, audit }: { readonly isKept: boolean; readonly audit?: OwnRow<'audit'> | undefined },
): Promise<Rendered> {
  // What failed has done nothing that an audit would name.
  const audited = answer.status < 400 ? audit : undefined;
  const kept = isKept ? lease : undefined;
  if (audited !== undefined || kept !== undefined) {
    const write = store.write(async (tx) => {
      const queries = new AccountQueries(tx, accountId);
      if (audited !== undefined) await insertAudit(queries, [audited]);
      await kept?.complete(queries, answer);
    });
    await write.catch((error: unknown) => {
      // Nobody will read it.
      if (answer.body instanceof Readable) answer.body.destroy();
      throw error;
    });
  }
  if (kept === undefined) await lease?.release();
  return answer;
}

/** The path as it was sent, without its query. */
function pathOf({ raw }: FastifyRequest): string {
  const url = raw.url ?? '';
  const end = url.indexOf('?');
  return end === -1 ? url : url.slice(0, end);
}
