import type { FileReply } from '../payer-routes/payer-exchange.js';
import type { NoReply } from '../payer-routes/replies.js';
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

/** What to do about a file that could not be handed in. @param mayHaveArrived by what came back. */
export function notHandedIn({ services, route }: SendingClaims, reply: NoReply, mayHaveArrived: boolean): ClaimSending {
  const now = services.clock.now();
  if (!reply.wasSent && reply.failure === 'busy') return { kind: 'later', dueAt: now + NO_ROOM_MS };
  if (!reply.wasSent && reply.failure === 'closed') return { kind: 'later', dueAt: now + CLOSED_MS };
  if (!reply.wasSent && reply.failure === 'breaker-open') {
    const { openUntil = now + CLOSED_MS } = services.payerExchange.figures(route.id) ?? {};
    return { kind: 'later', dueAt: Math.max(openUntil, now + NO_ROOM_MS) };
  }
  return { kind: 'failed', failure: reply.failure, mayHaveArrived };
}
