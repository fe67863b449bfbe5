import type { FileReply } from '../payer-routes/payer-exchange.js';
import { hasTakenNothing, isOfTheQuestion, type NoReply } from '../payer-routes/replies.js';
import type { ClaimSending, SendingClaims } from './claim-sender.js';

/** Milliseconds until a file tries again for which there was no place. */
const NO_ROOM_MS = 2_000;
/** The same outside of the hours of a route, and where nobody knows until when its breaker is open. */
const CLOSED_MS = 30_000;

/** Hands a file in over its route, as it is now, with all that routes have: hours, breaker, places and rate. */
export function handIn({ services, file, route, x12 }: SendingClaims): Promise<FileReply> {
  return services.payerExchange.exchange(
    { routeId: route.id, version: Number(route.updated_at), name: route.name },
    { accountId: file.account_id, step: 'hand-in', content: file.type, payloadId: file.id, x12 },
  );
}

/** What is left open where a file may be at its payer's. */
export type LeftOpen = Pick<Extract<ClaimSending, { kind: 'failed' }>, 'mayHaveArrived' | 'isKnownAgain'>;

/** What to do about a file that could not be handed in. @param leftOpen where the payer may have it all the same. */
export function notHandedIn({ services, route }: SendingClaims, reply: NoReply, leftOpen: LeftOpen): ClaimSending {
  const now = services.clock.now();
  if (!reply.wasSent && reply.failure === 'busy') return { kind: 'later', dueAt: now + NO_ROOM_MS };
  if (!reply.wasSent && reply.failure === 'closed') return { kind: 'later', dueAt: now + CLOSED_MS };
  if (!reply.wasSent && reply.failure === 'breaker-open') {
    const { openUntil = now + CLOSED_MS } = services.payerExchange.figures(route.id) ?? {};
    return { kind: 'later', dueAt: Math.max(openUntil, now + NO_ROOM_MS) };
  }
  return { kind: 'failed', failure: reply.failure, ...(mayHaveArrived(reply) ? leftOpen : NOT_THERE) };
}

const NOT_THERE: LeftOpen = { mayHaveArrived: false };

/**
 * Whether a payer may have a file that it did not say it has. A connection that broke off, and silence, leave it open; so does a status of the
 * server's own faults, which come from what fails behind the taking, or from something in between that heard nothing of it. A payer that finds fault with
 * the payload has not taken it.
 */
function mayHaveArrived(reply: NoReply): boolean {
  return reply.wasSent && !hasTakenNothing(reply) && !isOfTheQuestion(reply);
}
