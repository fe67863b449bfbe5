import { Problem } from '../problems.js';
import { errorText } from './error-text.js';
import type { Job, JobOutcome } from './job.js';
import { ownTroubleOf } from './own-trouble.js';

/** Attempts after which a job that throws is kept as failed. */
const MAX_ATTEMPTS = 10;
/** Attempts that are left to a job, however often the server was in trouble before. */
const LEFT = 5;
/** Milliseconds. */
const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 300_000;
/** Milliseconds after which a job looks again for which the server is not ready. */
const UNREADY_DELAY = 60_000;

/**
 * What becomes of a job whose handler threw: once more, later and later, and kept in the end; but for trouble of the server itself there
 * is no end but its mending, nor while it is not ready. Deliveries have a schedule of their own.
 */
export function afterError(job: Job, error: unknown, now: number): JobOutcome {
  const dueAt = now + retryDelay(job.attempt);
  const attempt = Math.min(job.attempt, MAX_ATTEMPTS - LEFT);
  if (ownTroubleOf(error) !== undefined) return { kind: 'again', dueAt, attempt };
  if (isUnready(error)) return { kind: 'again', dueAt: now + UNREADY_DELAY, attempt };
  if (job.attempt >= MAX_ATTEMPTS) return { kind: 'failed', error: errorText(error) };
  return { kind: 'again', dueAt };
}

/** As while control numbers are held after a restore: whoever is to say how they go on may take days. */
export function isUnready(error: unknown): boolean {
  return error instanceof Problem && error.kind === 'unavailable';
}

/** Milliseconds from an attempt that failed to the next: 1 s, 2 s, 4 s and so on, at most 5 minutes. */
function retryDelay(attempt: number): number {
  return Math.min(FIRST_DELAY * 2 ** (attempt - 1), LONGEST_DELAY);
}
