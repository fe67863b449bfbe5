import type { EndedItem, FailedAttempt } from '../../resources/eligibility-batches/attempts.js';
import type { CheckOutcome } from '../eligibility/check.js';
import type { BatchItem } from './batch-item.js';
import { resultOf } from './result-of.js';
import { givenUpAt, isPassing, nextAttemptAt } from './retries.js';

/** Whether a check that came to this is over, or asked again. @param item as it was before the attempt. */
export function cameOf({ services, item, batch }: BatchItem, outcome: CheckOutcome): FailedAttempt | EndedItem {
  const now = services.clock.now();
  const { id: checkId, response } = outcome;
  const { errors } = response;
  const common = { itemId: item.id, checkId, errors, now };
  if (isPassing(outcome)) {
    const retryAt = nextAttemptAt(now, Number(item.attempts) + 1);
    const isLast = retryAt >= givenUpAt({ ...item, first_attempt_at: item.first_attempt_at ?? now }, batch);
    if (!isLast) return { kind: 'again', ...common, retryAt };
  }
  // A payer that has answered has answered, though it says that it cannot.
  const state = outcome.failure === undefined ? 'COMPLETED' : 'COMPLETED_WITH_ERRORS';
  return { kind: 'ended', ...common, state, result: resultOf(response) };
}
