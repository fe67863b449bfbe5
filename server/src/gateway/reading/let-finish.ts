import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** What a client may still send of a body that nobody reads, before its connection is closed. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_MS = 15_000;
const LOOK_MS = 100;

/**
 * Clients that are answered before all of their body has come are let finish it: many write the whole of it before they read, and to
 * close the connection would take the answer back. What comes is thrown away, up to a limit.
 */
export function letFinish(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    const { socket } = raw;
    // A test's request has no socket of its own.
    if (socket.destroyed || !(socket instanceof Socket)) return;
    // Also what has come and nobody has read stands in the way of the next request.
    raw.resume();
    if (raw.complete) return;
    const from = socket.bytesRead;
    const until = performance.now() + MAX_MS;
    const timer = setInterval(() => {
      const isOver = socket.bytesRead - from > MAX_BYTES || performance.now() > until;
      if (!raw.complete && !raw.destroyed && isOver) socket.destroy();
      if (raw.complete || raw.destroyed || socket.destroyed) clearInterval(timer);
    }, LOOK_MS);
    timer.unref();
  });
}
