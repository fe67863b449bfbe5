import { throwIfAborted } from '../../../delivery/aborted.js';
import type { HeldPayload } from './held-payload.js';

/** Which payloads a receiver takes: those of one partnership, or all. */
export interface PartnerFilter {
  readonly ourId: string;
  readonly partnerId: string;
}

interface Receiver {
  readonly filter: PartnerFilter | undefined;
  wake(): void;
}

/** Brings payloads whose senders wait to those who receive, each to one of them. */
export class HandOver {
  readonly #receivers = new Set<Receiver>();
  readonly #waiting: HeldPayload[] = [];

  isReceiving(partner: PartnerFilter): boolean {
    return [...this.#receivers].some(({ filter }) => matches(filter, partner));
  }

  offer(payload: HeldPayload): void {
    this.#waiting.push(payload);
    for (const receiver of this.#receivers) receiver.wake();
  }

  /** One at a time; until the signal. One that was not settled when the next is asked for is answered with an error. */
  async *receive(signal: AbortSignal, filter?: PartnerFilter): AsyncGenerator<HeldPayload> {
    throwIfAborted(signal);
    let wake = (): void => undefined;
    const receiver: Receiver = { filter, wake: () => wake() };
    const abort = (): void => wake();
    signal.addEventListener('abort', abort, { once: true });
    this.#receivers.add(receiver);
    let current: HeldPayload | undefined;
    try {
      for (;;) {
        await current?.end('left').catch(() => undefined);
        throwIfAborted(signal);
        current = this.#take(filter);
        if (current !== undefined) {
          yield current;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      signal.removeEventListener('abort', abort);
      this.#receivers.delete(receiver);
      await current?.end('left').catch(() => undefined);
      await this.#orphan();
    }
  }

  #take(filter: PartnerFilter | undefined): HeldPayload | undefined {
    for (let at = 0; at < this.#waiting.length; ) {
      const payload = this.#waiting[at];
      if (payload?.isSettled !== false) {
        this.#waiting.splice(at, 1);
      } else if (matches(filter, partnerOf(payload))) {
        this.#waiting.splice(at, 1);
        return payload;
      } else {
        at++;
      }
    }
    return undefined;
  }

  /** What nobody who is left would take need not wait for its time to run out. */
  async #orphan(): Promise<void> {
    const alone = this.#waiting.filter((payload) => !this.isReceiving(partnerOf(payload)));
    await Promise.all(alone.map((payload) => payload.end('orphaned').catch(() => undefined)));
  }
}

function partnerOf({ origin }: HeldPayload): PartnerFilter {
  return { ourId: origin['as2-to'] ?? '', partnerId: origin['as2-from'] ?? '' };
}

function matches(filter: PartnerFilter | undefined, { ourId, partnerId }: PartnerFilter): boolean {
  return filter === undefined || (filter.ourId === ourId && filter.partnerId === partnerId);
}
