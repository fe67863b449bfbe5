import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** Requests whose clients wait to be asked for the body. */
const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * A client that sends `Expect: 100-continue` sends its body when it is asked for it: here once its key is known and somebody reads. One that is refused
 * before has sent none, and its connection is closed with the answer.
 */
export function deferContinue({ server }: FastifyInstance): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response);
    server.emit('request', request, response);
  });
}

/** Asks the client for the body, where it waits for that. */
export function askForBody(request: IncomingMessage): void {
  const response = waiting.get(request);
  if (response === undefined) return;
  waiting.delete(request);
  response.writeContinue();
}
