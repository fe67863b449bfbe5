import { AccountQueries } from '../../store/account-queries.js';
import type { SendClaims, SendingClaims } from './claim-sender.js';
import { handIn, notHandedIn } from './hand-in.js';
import { enqueuePoll } from './poll-payload.js';

/**
 * Hands a file of claims in by BatchSubmission, under its own id as PayloadID and with the same bytes each time: by these the payer takes it once,
 * however often it comes. What is answered to it is looked for from then on.
 */
export const sendOverCore: SendClaims = async (sending) => {
  const reply = await handIn(sending);
  if (reply.kind === 'none') return notHandedIn(sending, reply, { mayHaveArrived: false, isKnownAgain: true });
  await lookForAnswers(sending);
  const at = sending.services.clock.now();
  return reply.kind === 'answer' ? { kind: 'sent', at, answer: reply.x12 } : { kind: 'sent', at };
};

/** Before the file is noted as sent: noted first, nobody would look where this process ends in between. */
async function lookForAnswers({ services, file }: SendingClaims): Promise<void> {
  await services.store.write((tx) => enqueuePoll(services, new AccountQueries(tx, file.account_id), file.id));
}
