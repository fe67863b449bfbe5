import type { FastifyReply } from 'fastify';
import { once } from './once.js';

/** Does something once, when a request is over: its answer is on its way, or its client has left, of which an answer hears but the close. */
export function whenOver({ raw }: FastifyReply, work: () => void): void {
  const end = once(work);
  raw.once('finish', end).once('close', end);
}
