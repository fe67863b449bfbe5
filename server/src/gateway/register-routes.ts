import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KnownKey } from '../accounts/find-key.js';
import { type AnswerParts, answerRequest } from './answer-request.js';
import { type DeclaredRoute, declaredRoute } from './declared-route.js';
import { heldAnswer } from './hold-answer.js';
import { authenticate, demandPermission, type KeyCheck } from './keys/authenticate.js';
import type { BodyBudget } from './reading/body-budget.js';
import { send } from './render-answer.js';
import type { AnyRoute } from './route.js';

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
  parts: KeyCheck & AnswerParts & HeldParts,
  routes: readonly AnyRoute[],
): readonly DeclaredRoute[] {
  const all = routes.map(declaredRoute);
  for (const declared of all) {
    const { route, paths } = declared;
    const onRequest = async (request: FastifyRequest): Promise<void> => {
      const key = await authenticate(parts, request.headers.authorization, request.ip);
      request.knownKey = key;
      demandPermission(route, key);
    };
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const key = request.knownKey;
      // A hook that the HTTP layer did not call would let anybody in.
      if (key === null) throw new Error('A request came past its key.');
      const known = { declared, key, request, reply };
      return send(reply, heldAnswer(parts.answers, known, await answerRequest(parts, known)));
    };
    paths.forEach((url, index) => {
      const config = { declared, alias: index > 0 };
      app.route({ method: route.method, url, bodyLimit: route.bodyLimit ?? BODY_LIMIT, onRequest, handler, config });
    });
  }
  return all;
}
