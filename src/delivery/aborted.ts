import { X12Error } from '../model/error.js';

/** The error for work that ended by the caller's signal. */
export function abortedError(cause?: unknown): X12Error {
  return new X12Error('X12_ABORTED', 'Ended by the signal that the caller gave. Nothing is wrong with the partner.', {
    cause,
  });
}

/** @throws X12Error `X12_ABORTED` once the signal says so. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError(signal.reason);
}
