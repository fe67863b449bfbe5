import { transportReasonOf } from 'ediloom/transports';
import type { OutboundTransport } from '../kind.js';

/** Milliseconds for which a session waits for the next file. */
export const IDLE_SESSION = 5_000;
/** With the time in which the partner sees its end. */
const ALL_RESTED = IDLE_SESSION + 1_000;

/**
 * A partner that has all the sessions it takes may have some that rest in another process, which knows nothing of who waits. They are ended
 * soon: what is refused so is tried once more when they are gone, and costs no attempt.
 */
export function pastResting(
  transport: OutboundTransport,
  wait: (ms: number, signal?: AbortSignal) => Promise<void>,
): OutboundTransport {
  return {
    ...{ kind: transport.kind, check: (signal) => transport.check(signal), close: () => transport.close() },
    deliver: async (payload, signal) => {
      try {
        return await transport.deliver(payload, signal);
      } catch (error) {
        if (transportReasonOf(error) !== 'server-busy' || signal?.aborted === true) throw error;
        await wait(ALL_RESTED, signal);
        return transport.deliver(payload, signal);
      }
    },
  };
}
