import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KnownKey } from '../accounts/find-key.js';
import { denied } from '../problems.js';
import { type AnswerParts, answerRequest } from './answer-request.js';
import { type DeclaredRoute, declaredRoute } from './declared-route.js';
import { heldAnswer } from './hold-answer.js';
import { authenticate, authenticateCertificate, demandPermission, type KeyCheck } from './keys/authenticate.js';
import { type CertificateCheck, shownCertificate } from './keys/shown-certificate.js';
import { mapError } from './map-error.js';
import { protocolBody } from './protocol.js';
import type { BodyBudget } from './reading/body-budget.js';
import { send } from './render-answer.js';
import type { AnyRoute } from './route.js';
import { routeError } from './route-error.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key it is, once that is known. */
    knownKey: KnownKey | null;
  }
  interface FastifyContextConfig {
    /** What a route was made from; routes without are the server's own. */
    readonly declared?: DeclaredRoute;
    /** An alias: another spelling of a path that the documentation has. */
    readonly alias?: boolean;
  }
}

interface HeldParts {
  /** Memory of large answers that are not read yet. */
  readonly answers: BodyBudget;
}

/** Bytes of a body where the route does not say. */
export const BODY_LIMIT = 1024 * 1024;

/** Makes routes of declarations. A key is asked for before a byte of the body is read. */
export function registerRoutes(
  app: FastifyInstance,
  parts: KeyCheck & CertificateCheck & AnswerParts & HeldParts,
  routes: readonly AnyRoute[],
): readonly DeclaredRoute[] {
  const all = routes.map(declaredRoute);
  for (const declared of all) {
    const { route, paths } = declared;
    const onRequest = async (request: FastifyRequest): Promise<void> => {
      const { authorization } = request.headers;
      // Its body may name one: then that is read first, out of the memory of its address.
      if (route.protocol !== undefined && authorization === undefined) {
        request.knownKey = await admittedByCertificate(parts, route, request);
        return;
      }
      request.knownKey = await admitted(parts, route, request, authorization);
    };
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      request.knownKey ??= await admittedByBody(parts, route, request);
      const key = request.knownKey;
      // A hook that the HTTP layer did not call would let anybody in.
      if (key === null) throw new Error('A request came past its key.');
      const known = { declared, key, request, reply };
      return send(reply, heldAnswer(parts.answers, known, await answerRequest(parts, known)));
    };
    paths.forEach((url, index) => {
      const config = { declared, alias: index > 0 };
      const method = route.answersHead ? ['HEAD', route.method] : route.method;
      app.route({
        ...{
          method,
          url: wildcardPath(url, route.restParam),
          bodyLimit: route.bodyLimit ?? BODY_LIMIT,
          onRequest,
          handler,
          config,
        },
        errorHandler: (error, request, reply) =>
          send(reply, routeError(route, request, mapError(error, request.log), parts.services.clock.now())),
      });
    });
  }
  return all;
}

/** A path as the HTTP layer has it: what follows is a wildcard to it, and read from the address by `restOf`. */
function wildcardPath(path: string, restParam: string | undefined): string {
  return restParam === undefined ? path : path.replace(`:${restParam}`, '*');
}

async function admitted(
  parts: KeyCheck,
  route: AnyRoute,
  request: FastifyRequest,
  authorization: string | undefined,
): Promise<KnownKey> {
  const key = await authenticate(parts, authorization, request.ip);
  demandPermission(route, key);
  return key;
}

/** The key that the client's certificate stands for; `null`: it has shown none that is known. */
async function admittedByCertificate(
  parts: KeyCheck & CertificateCheck,
  route: AnyRoute,
  request: FastifyRequest,
): Promise<KnownKey | null> {
  const fingerprint = shownCertificate(request, parts);
  const key = fingerprint === undefined ? undefined : await authenticateCertificate(parts, fingerprint, request.ip);
  if (key === undefined) return null;
  demandPermission(route, key);
  return key;
}

/** The key that a body of the route's protocol names, under the name that it is known by. */
async function admittedByBody(parts: KeyCheck, route: AnyRoute, request: FastifyRequest): Promise<KnownKey | null> {
  const { protocol } = route;
  if (protocol === undefined) return null;
  const named = protocol.keyIn(protocolBody(request));
  const known = await admitted(parts, route, request, named?.key);
  if (named?.name === known.caller.keyId || named?.name === known.caller.accountId) return known;
  throw denied('The name beside the API key is not its own. Send the id of the account, or of the key, as user name.');
}
