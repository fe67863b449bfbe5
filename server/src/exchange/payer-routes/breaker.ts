import type { StoredSettings } from '../../resources/payer-routes/schemas.js';
import type { PayerReply } from './payer-exchange.js';

const FAILURES = 5;
const OPEN_MS = 30_000;

/** Failures by which a payer seems to be down; those that never got to it say nothing of it. */
const COUNTED: ReadonlySet<string> = new Set([
  ...['not-reached', 'refused', 'timed-out', 'broken-off', 'http-status', 'envelope', 'not-x12'],
]);

export type BreakerState = 'closed' | 'open' | 'half-open';

/** Leaves a payer alone that fails again and again; after a while one check tries, and by it the breaker closes or stays open. Of one process. */
export class Breaker {
  #failures = 0;
  /** Until when nothing is sent; `undefined`: it is closed. */
  #openUntil: number | undefined;
  #isTrying = false;

  state(now: number): BreakerState {
    if (this.#openUntil === undefined) return 'closed';
    return now < this.#openUntil ? 'open' : 'half-open';
  }

  /** @returns whether a check may be sent; one that may must say by `over` how it went. */
  begin(now: number): boolean {
    const state = this.state(now);
    if (state === 'closed') return true;
    if (state === 'open' || this.#isTrying) return false;
    this.#isTrying = true;
    return true;
  }

  over(
    reply: PayerReply,
    now: number,
    { failures = FAILURES, openMs = OPEN_MS }: NonNullable<StoredSettings['breaker']> = {},
  ): void {
    const wasTrying = this.#isTrying;
    this.#isTrying = false;
    if (reply.kind === 'answer') {
      this.#failures = 0;
      this.#openUntil = undefined;
      return;
    }
    if (!COUNTED.has(reply.failure)) return;
    this.#failures++;
    if (wasTrying || this.#failures >= failures) this.#openUntil = now + openMs;
  }
}
