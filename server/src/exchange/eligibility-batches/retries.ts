import type { EligibilityBatches, EligibilityBatchItems } from '../../store/batch-tables.js';
import type { CheckOutcome } from '../eligibility/check.js';
import type { CheckFailure } from '../eligibility/failures.js';

/*
 * A payer that cannot be reached, or has not answered, is asked again; one that has answered is not, whatever it says, but that it cannot
 * answer now.
 */

const HOUR_MS = 3_600_000;
/** Milliseconds from the end of an attempt to the next at least; each pause is twice the one before, up to the longest. */
export const FIRST_PAUSE_MS = 90_000;
const LONGEST_PAUSE_MS = 30 * 60_000;
/** Hours that a check waits whose payer is never open for it. */
const LONGEST_WAIT_HOURS = 7 * 24;

/** AAA codes by which a payer says that it cannot answer at the moment. */
const PASSING_CODES: ReadonlySet<string> = new Set(['42', '80']);

/** Whether each failure passes by itself, so that the check is asked again. */
const IS_PASSING: Readonly<Record<CheckFailure, boolean>> = {
  closed: true,
  'breaker-open': true,
  busy: true,
  'not-reached': true,
  refused: true,
  'timed-out': true,
  'broken-off': true,
  'http-status': true,
  envelope: true,
  'not-x12': true,
  'too-large': false,
  'foreign-answer': false,
  'unreadable-answer': false,
};

/** Whether a check that came to this is asked again. */
export function isPassing({ failure, response, isLasting = false }: Omit<CheckOutcome, 'id' | 'x12'>): boolean {
  if (failure !== undefined) return IS_PASSING[failure] && !isLasting;
  return response.errors.some(({ code }) => code !== undefined && PASSING_CODES.has(code));
}

/** When a check is asked again after so many attempts. @param attempts 1 or more. */
export function nextAttemptAt(now: number, attempts: number): number {
  return now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1));
}

/**
 * Until when a check is asked again: so many hours from its first attempt; one that could not be made at all, for its payer's hours or breaker,
 * waits for a week.
 */
export function givenUpAt(
  { first_attempt_at, created_at }: Pick<EligibilityBatchItems, 'first_attempt_at' | 'created_at'>,
  { max_retry_hours, started_at }: Pick<EligibilityBatches, 'max_retry_hours' | 'started_at'>,
): number {
  if (first_attempt_at !== null) return first_attempt_at + max_retry_hours * HOUR_MS;
  return (started_at ?? created_at) + LONGEST_WAIT_HOURS * HOUR_MS;
}
