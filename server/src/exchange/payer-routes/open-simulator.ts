import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../payer-simulator/orders.js';
import { simulatedPayer } from '../payer-simulator/simulated-payer.js';
import type { PayerReply } from './payer-exchange.js';
import { NOT_TAKEN, none } from './replies.js';
import type { OpenRoute } from './route-kind.js';

/** The payer simulator, in this process: nothing leaves it. */
export const openSimulator: OpenRoute<'simulator'> = ({ now, engines }) => {
  const payer = simulatedPayer(now, engines);
  return {
    ask: async ({ x12, onSending }, signal): Promise<PayerReply> => {
      onSending();
      const answer = await payer(x12);
      try {
        const isSilent = answer.kind === 'fault' && answer.fault.kind === 'never';
        await pause(isSilent ? 2 ** 31 - 1 : answer.delayMs, undefined, { signal, ref: false });
      } catch {
        return none('timed-out', true, 'ETIMEDOUT');
      }
      if (answer.kind === 'refused') return NOT_TAKEN;
      return answer.kind === 'x12' ? { kind: 'answer', x12: answer.x12 } : replyOf(answer.fault);
    },
    check: async () => ({ ok: true, text: 'The simulator is here.' }),
    close: () => {},
  };
};

/** As a route over HTTP tells the same. */
function replyOf(fault: Fault): PayerReply {
  if (fault.kind === 'http') return none('http-status', true, String(fault.status));
  if (fault.kind === 'closed') return none('broken-off', true);
  return none(fault.kind === 'html' ? 'not-x12' : 'envelope', true);
}
