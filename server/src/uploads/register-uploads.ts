import type { FastifyInstance } from 'fastify';
import { send } from '../gateway/register.js';
import { render } from '../gateway/rendered.js';
import type { Services } from '../services.js';
import { STAGED_LIMIT, takeStagedTransaction } from './take-staged-transaction.js';
import { readUploadLink } from './upload-link.js';

/** Serves upload links. They are asked for with a key and need none themselves. */
export function registerUploads(app: FastifyInstance, services: Services): void {
  app.register(async (scope) => {
    // Clients put files as their HTTP library likes; what comes is read as JSON, whatever it is called.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: STAGED_LIMIT }, (_request, body, done) => {
      done(null, body);
    });
    scope.put<{ Params: { token: string } }>('/uploads/:token', { bodyLimit: STAGED_LIMIT }, async (request, reply) => {
      const target = readUploadLink(services, request.params.token);
      const from = { address: request.ip, requestId: request.id };
      await takeStagedTransaction(services, target, request.body, from);
      return send(reply, render({ status: 200, body: {} }));
    });
  });
}
