import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.js';

/** Requests of one connection at once. Hardly a client sends without waiting at all; one that sends thousands so has as many files opened. */
const MOST_QUEUED = 8;

/**
 * Tells answers that nobody can have any more that their connection has closed. Node tells the one that is being written alone: those that stand
 * behind it, of requests that were sent without waiting, would keep for ever what they hold: files, memory, places.
 */
export function closeQueued(app: FastifyInstance): void {
  const queues = new WeakMap<Socket, Set<ServerResponse>>();
  const queueOf = (socket: Socket): Set<ServerResponse> => {
    const known = queues.get(socket);
    if (known !== undefined) return known;
    const queue = new Set<ServerResponse>();
    queues.set(socket, queue);
    socket.once('close', () => queue.forEach(close));
    return queue;
  };
  app.addHook('onRequest', async ({ raw: { socket } }, { raw }) => {
    // A test's request has no socket of its own.
    if (!(socket instanceof Socket)) return;
    const queue = queueOf(socket);
    if (queue.size >= MOST_QUEUED) socket.destroy();
    // Those that came with it, too: nobody would tell their answers any more.
    if (socket.destroyed) throw tooMany();
    queue.add(raw);
    raw.once('close', () => queue.delete(raw));
  });
}

/** As Node does it to the one that has the connection. */
function close(answer: ServerResponse): void {
  if (answer.socket !== null) return;
  // The second is asked for by whoever begins to write it only now.
  Object.assign(answer, { destroyed: true, _closed: true });
  answer.emit('close');
}

function tooMany(): ApiError {
  return new ApiError(
    429,
    'TOO_MANY_REQUESTS',
    'Too many requests came over the connection without waiting. Send fewer at once.',
  );
}
