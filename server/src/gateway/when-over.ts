import { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { once } from './once.js';

/** Of each connection, what is to be done when it closes. Nothing here outlives its connection. */
const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * Does something once, when a request is over: its answer is on its way, or its client has left. Node says so of the answer that is being
 * written alone: those that stand behind it, of requests that were sent without waiting, hear nothing when their connection closes. So the
 * connection is asked too.
 */
export function whenOver(request: FastifyRequest, reply: FastifyReply, work: () => void): void {
  const { socket } = request.raw;
  // A test's request has no socket of its own.
  const ends = socket instanceof Socket ? endsOf(socket) : undefined;
  const end = once(() => {
    ends?.delete(end);
    work();
  });
  ends?.add(end);
  reply.raw.once('finish', end).once('close', end);
}

function endsOf(socket: Socket): Set<() => void> {
  const known = waiting.get(socket);
  if (known !== undefined) return known;
  const ends = new Set<() => void>();
  waiting.set(socket, ends);
  socket.once('close', () => {
    for (const end of ends) end();
  });
  return ends;
}
