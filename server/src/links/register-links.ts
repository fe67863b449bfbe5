import type { FastifyInstance, FastifyRequest } from 'fastify';
import { reserveAnswer } from '../gateway/hold-answer.js';
import type { BodyBudget } from '../gateway/reading/body-budget.js';
import { type BodyParts, takenBody } from '../gateway/reading/take-bodies.js';
import { render, send } from '../gateway/render-answer.js';
import type { Platform } from '../platform.js';
import { MOST_DOCUMENT_BYTES } from '../resources/enrollment-documents/judge-pdf.js';
import { readRows } from '../store/account-queries.js';
import { demandGoodKey } from './demand-good-key.js';
import { sendArtifact } from './send-artifact.js';
import { readLink } from './signed-link.js';
import { takeDocument } from './take-document.js';
import { takeStagedTransaction } from './take-staged-transaction.js';

interface LinkBodies extends BodyParts {
  /** Memory of documents on their way out. */
  readonly answers: BodyBudget;
}

/** Serves signed links. They are asked for with a key and need none themselves; each use is audited under the key that asked. */
export function registerLinks(app: FastifyInstance, services: Platform, bodies: LinkBodies): void {
  app.register(async (scope) => {
    // Clients put files here as their HTTP library likes; what comes is read as what the link is for.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async (request: FastifyRequest) => {
      // Not a byte is read for a link that is not good.
      // The one route here that takes a body has a token in its path.
      const { token } = request.params as { readonly token: string };
      const { accountId, keyId } = readLink(services, token, 'PUT');
      await readRows(services.store, accountId, (queries) => demandGoodKey(queries, services.clock, keyId));
      return takenBody(request, bodies, accountId);
    });
    scope.get<{ Params: { token: string } }>('/links/:token', async (request, reply) => {
      const target = readLink(services, request.params.token, 'GET');
      const { accountId } = target;
      const reserve = (bytes: number) => reserveAnswer(bodies.answers, { accountId, bytes }, request, reply);
      const answer = await sendArtifact(services, target, { ...whenceOf(request), reserve });
      return send(reply, render(answer));
    });
    scope.put<{ Params: { token: string } }>(
      '/links/:token',
      { bodyLimit: MOST_DOCUMENT_BYTES },
      async (request, reply) => {
        const target = readLink(services, request.params.token, 'PUT');
        const take = target.kind === 'enrollment-document' ? takeDocument : takeStagedTransaction;
        await take(services, target, request.body, whenceOf(request));
        return send(reply, render({ status: 200, body: {} }));
      },
    );
  });
}

function whenceOf({ ip, id }: FastifyRequest) {
  return { address: ip, requestId: id };
}
