import { throwIfAborted } from '../../../delivery/aborted.js';
import type { Journal } from '../../../delivery/journal.js';
import type { DeliveryOutcome } from './delivery-outcome.js';
import { onReceiptNews } from './receipt-news.js';

export interface AwaitReceiptOptions {
  readonly look: () => Promise<DeliveryOutcome | undefined>;
  readonly journal: Journal;
  readonly deadline: Date;
  readonly lookMs: number;
  readonly now: () => Date;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Waits for a receipt that comes by itself: reported at once where this process takes it in, and found in the journal where another
 * does. `undefined`: none came until the deadline.
 */
export async function awaitReceipt(options: AwaitReceiptOptions): Promise<DeliveryOutcome | undefined> {
  const { look, journal, deadline, lookMs, now, wait, signal } = options;
  for (;;) {
    const news = new AbortController();
    const forget = onReceiptNews(journal, () => news.abort());
    try {
      // Listened before it is looked, so that what comes in between is not missed.
      const outcome = await look();
      if (outcome !== undefined) return outcome;
      const left = deadline.getTime() - now().getTime();
      if (left <= 0) return undefined;
      await waitUntilNews(wait, Math.min(left, lookMs), news.signal, signal);
    } finally {
      forget();
    }
    throwIfAborted(signal);
  }
}

async function waitUntilNews(
  wait: AwaitReceiptOptions['wait'],
  ms: number,
  news: AbortSignal,
  signal: AbortSignal | undefined,
): Promise<void> {
  const either = signal === undefined ? news : AbortSignal.any([news, signal]);
  try {
    await wait(ms, either);
  } catch (error) {
    if (!either.aborted) throw error;
  }
}
