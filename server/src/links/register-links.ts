import type { FastifyInstance, FastifyRequest } from 'fastify';
import { writeAudit } from '../gateway/audit.js';
import type { Answer } from '../gateway/call.js';
import { send } from '../gateway/register.js';
import { render } from '../gateway/rendered.js';
import type { Services } from '../services.js';
import { AccountQueries } from '../store/account-queries.js';
import { sendArtifact } from './send-artifact.js';
import { type LinkTarget, readLink } from './signed-link.js';
import { STAGED_LIMIT, takeStagedTransaction } from './take-staged-transaction.js';

/** Serves signed links. They are asked for with a key and need none themselves; each use is audited under the key that asked. */
export function registerLinks(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    // Clients put files here as their HTTP library likes; what comes is read as what the link is for.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: STAGED_LIMIT }, (_request, body, done) => {
      done(null, body);
    });
    const serve = (
      method: LinkTarget['method'],
      work: (target: LinkTarget, body: unknown) => Promise<Answer>,
    ): void => {
      scope.route<{ Params: { token: string } }>({
        method,
        url: '/links/:token',
        bodyLimit: STAGED_LIMIT,
        handler: async (request, reply) => {
          const target = readLink(services, request.params.token, method);
          const answer = await work(target, request.body);
          await audit(services, target, request);
          return send(reply, render(answer));
        },
      });
    };
    serve('GET', (target) => sendArtifact(services, target));
    serve('PUT', (target, body) => takeStagedTransaction(services, target, body));
  });
}

async function audit({ store, clock }: Services, target: LinkTarget, request: FastifyRequest): Promise<void> {
  await store.write((tx) =>
    writeAudit(new AccountQueries(tx, target.accountId), clock, {
      action: target.method === 'GET' ? 'read' : 'upload',
      objectKind: target.kind,
      objectId: target.id,
      keyId: target.keyId,
      address: request.ip,
      requestId: request.id,
    }),
  );
}
