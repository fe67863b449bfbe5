import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AnswerPace, lookEach } from '../http/answer-pace.js';
import { ANSWER_RATE, type LeastRate } from '../http/least-rate.js';

/** What is smaller has left the process at once, read or not: the buffers of its connection take it. */
const SMALL_ANSWER = 64 * 1024;

/**
 * Closes connections whose clients read large answers too slowly, which would keep their memory for as long as a byte is read now and then.
 * One of eight megabytes has nine minutes.
 */
export function endUnread(app: FastifyInstance, rate: LeastRate = ANSWER_RATE): void {
  const open = new Set<AnswerPace>();
  const end = lookEach(Math.min(1_000, rate.afterMs), (passedMs) => {
    for (const pace of open) pace.look(passedMs);
  });
  app.addHook('onClose', async () => end());
  app.addHook('onSend', (request, { raw: answer }, payload, done) => {
    const { socket } = request.raw;
    // A test's request has no socket of its own.
    if (isLarge(payload) && socket instanceof Socket && !socket.destroyed) {
      const pace = new AnswerPace(answer, rate, socket.bytesWritten);
      open.add(pace);
      answer.once('close', () => open.delete(pace));
    }
    done(null, payload);
  });
}

/** Of a stream it is not known before. */
function isLarge(payload: unknown): boolean {
  if (typeof payload === 'string' || payload instanceof Uint8Array) return payload.length > SMALL_ANSWER;
  return typeof payload === 'object' && payload !== null;
}
