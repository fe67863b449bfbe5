import { abortedError } from '../../delivery/aborted.js';
import { outcomeOf, transportReasonOf } from '../../delivery/transport-error.js';
import { isX12Error } from '../../model/error.js';

const DEAD: ReadonlySet<unknown> = new Set(['connection-lost', 'stalled', 'timed-out', 'closed']);

/** The session can do nothing more, and whether its last step was done is open. */
export function isSessionDead(error: unknown): boolean {
  return DEAD.has(transportReasonOf(error));
}

/** The server, or a rule of ours, said no. */
export function isRefusal(error: unknown): boolean {
  return outcomeOf(error) === 'refused' && !isSessionDead(error);
}

/** What the caller's signal broke off is reported as that, whatever broke first. */
export function orAborted(error: unknown, signal: AbortSignal | undefined): unknown {
  if (!signal?.aborted) return error;
  if (isX12Error(error) && !isSessionDead(error) && outcomeOf(error) !== 'unknown') return error;
  return abortedError(error);
}

/** Waits for what may fail without harm: clearing up, closing. */
export async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
