import type { SendClaims } from './claim-sender.js';
import { handIn, notHandedIn } from './hand-in.js';

/**
 * Posts a file of claims as it is. A payer that takes a file twice has every claim of it twice, and nothing of HTTP keeps it from that: what may
 * have arrived is not sent again by itself.
 */
export const sendByPost: SendClaims = async (sending) => {
  if (sending.wasCutOff) return { kind: 'failed', failure: 'broken-off', mayHaveArrived: true };
  const reply = await handIn(sending);
  if (reply.kind === 'none') return notHandedIn(sending, reply, { mayHaveArrived: true });
  const at = sending.services.clock.now();
  return reply.kind === 'answer' ? { kind: 'sent', at, answer: reply.x12 } : { kind: 'sent', at };
};
