import { transportReasonOf } from 'ediloom/transports';

/** Connections remembered at most; the ones whose time-out is the longest ago are forgotten first. */
const MOST = 10_000;

/** What a partner lets us wait for. */
const WAITED: ReadonlySet<string> = new Set(['timed-out', 'stalled', 'mdn-missing']);

/**
 * Connections whose last delivery in this process ended because nobody answered in time. One of them gets one place until a delivery over it
 * ends in any other way: partners that are dead would keep the places of all others until their time-outs, again and again.
 */
export class TimedOutConnections {
  readonly #ids = new Set<string>();

  /** An attempt over a connection has ended. @param error absent: it was delivered. */
  ended(connectionId: string, error?: unknown): void {
    this.#ids.delete(connectionId);
    if (!WAITED.has(transportReasonOf(error) ?? '')) return;
    this.#ids.add(connectionId);
    for (const oldest of this.#ids) {
      if (this.#ids.size <= MOST) break;
      this.#ids.delete(oldest);
    }
  }

  has(connectionId: string): boolean {
    return this.#ids.has(connectionId);
  }
}
