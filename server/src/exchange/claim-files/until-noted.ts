import { setTimeout as pause } from 'node:timers/promises';
import { errorText } from '../../jobs/error-text.js';
import { ownTroubleOf } from '../../jobs/own-trouble.js';
import type { Services } from '../services.js';

/** Milliseconds for which it is tried, and between two tries. */
const PATIENCE_MS = 10 * 60_000;
const PAUSE_MS = 500;

/**
 * Writes down what a payer has done, which nobody can find out again: a store that is gone, or whose disk is full, is waited for. Left to the next run of
 * the job, the file would be held as one that may have arrived, and what its payer answered at once be lost. A job that is stopped tries once more.
 * @param note may be done twice: the end of one that stands may not have been heard of.
 */
export async function untilNoted(
  { log }: Pick<Services, 'log'>,
  signal: AbortSignal,
  note: () => Promise<unknown>,
): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (let attempt = 1; ; attempt++) {
    try {
      await note();
      return;
    } catch (error) {
      if (ownTroubleOf(error) === undefined || signal.aborted || performance.now() > until) throw error;
      if (attempt === 1) {
        log.error({ error: errorText(error) }, 'A payer has a file of claims, and that cannot be written down yet.');
      }
      // Stopped: the loop goes on, and comes to its end.
      await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}
