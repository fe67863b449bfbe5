import { errorText } from './error-text.js';
import type { Job, JobOutcome } from './job.js';

/** Attempts after which a job that throws is kept as failed. */
const MAX_ATTEMPTS = 10;
/** Milliseconds. */
const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 300_000;

/**
 * What becomes of a job whose handler threw: once more, later and later, and kept in the end. Deliveries have a schedule of their own.
 */
export function afterError(job: Job, error: unknown, now: number): JobOutcome {
  if (job.attempt >= MAX_ATTEMPTS) return { kind: 'failed', error: errorText(error) };
  return { kind: 'again', dueAt: now + retryDelay(job.attempt) };
}

/** Milliseconds from an attempt that failed to the next: 1 s, 2 s, 4 s and so on, at most 5 minutes. @param attempt 1 for the first. */
export function retryDelay(attempt: number): number {
  return Math.min(FIRST_DELAY * 2 ** Math.min(attempt - 1, 20), LONGEST_DELAY);
}
