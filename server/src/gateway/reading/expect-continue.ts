import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Requests whose clients wait to be asked for the body. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Who sends `Expect: 100-continue` waits with the body until it is asked for it: once the key is known, and somebody reads. A request that is
 * refused before has sent none, and its connection is closed with the answer.
 */
export function deferContinue({ server }: FastifyInstance): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response);
    server.emit('request', request, response);
  });
}

/** Now its body is read. */
export function askForBody(request: IncomingMessage): void {
  const response = waiting.get(request);
  if (response === undefined) return;
  waiting.delete(request);
  response.writeContinue();
}
