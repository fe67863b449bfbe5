import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { ANSWER_RATE, type LeastRate } from '../http/least-rate.js';

/** What is smaller has left the process at once, read or not: the buffers of its connection take it. */
const SMALL_ANSWER = 64 * 1024;

interface Open {
  readonly answer: ServerResponse;
  /** Bytes that the connection was given before. */
  readonly from: number;
  /** Milliseconds for which bytes waited for the client. */
  waited: number;
}

/**
 * Closes connections whose clients read large answers too slowly, which would keep their memory for as long as a byte is read now and then.
 * One of eight megabytes has nine minutes. While the server itself has nothing to send, the client is not slow.
 */
export function endUnread(app: FastifyInstance, { bytesPerSecond, afterMs }: LeastRate = ANSWER_RATE): void {
  const open = new Set<Open>();
  let looked = performance.now();
  const look = (): void => {
    const passed = performance.now() - looked;
    looked += passed;
    for (const one of open) {
      // Behind another of its connection it has none yet.
      const { socket } = one.answer;
      if (socket === null || socket.writableLength === 0) continue;
      one.waited += passed;
      const allowed = afterMs + ((socket.bytesWritten - one.from) / bytesPerSecond) * 1000;
      if (one.waited > allowed) socket.destroy();
    }
  };
  const timer = setInterval(look, Math.min(1_000, afterMs)).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onSend', (request, { raw: answer }, payload, done) => {
    const { socket } = request.raw;
    // A test's request has no socket of its own.
    if (isLarge(payload) && socket instanceof Socket && !socket.destroyed) {
      const one: Open = { answer, from: socket.bytesWritten, waited: 0 };
      open.add(one);
      answer.once('close', () => open.delete(one));
    }
    done(null, payload);
  });
}

/** Of a stream it is not known before. */
function isLarge(payload: unknown): boolean {
  if (typeof payload === 'string' || payload instanceof Uint8Array) return payload.length > SMALL_ANSWER;
  return typeof payload === 'object' && payload !== null;
}
