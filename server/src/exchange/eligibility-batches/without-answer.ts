import type { EligibilityResponse, RejectError } from 'ediloom/eligibility';
import type { Problem } from '../../problems.js';
import type { EndedItem } from '../../resources/eligibility-batches/attempts.js';
import { errorsOf } from '../../resources/eligibility-batches/columns.js';
import type { EligibilityBatchItems } from '../../store/batch-tables.js';
import { CORRECT, RESUBMIT } from '../eligibility/followup-actions.js';
import type { BatchItem } from './batch-item.js';

/** A check of a batch that is over, and that no payer has answered. */
export function endedWithout(itemId: string, errors: readonly RejectError[], now: number): EndedItem {
  return { kind: 'ended', itemId, state: 'COMPLETED_WITH_ERRORS', result: 'FAILED', errors, now };
}

/** Nothing is tried any more. What the last attempt came to stands; where nobody heard of its end, that is said, or that there was none. */
export function noAnswer(
  item: Pick<EligibilityBatchItems, 'id' | 'state' | 'errors' | 'attempts'>,
  now: number,
): EndedItem {
  const known = errorsOf(item);
  if (known.length > 0) return endedWithout(item.id, known, now);
  return endedWithout(item.id, [Number(item.attempts) > 0 ? NO_ANSWER : NOT_ASKED], now);
}

/** Nothing was sent, now or ever: the request, the payer or its routes stand against it. */
export function refusedBy(
  { errors, message }: Problem,
  { services, item }: Pick<BatchItem, 'services' | 'item'>,
): EndedItem {
  const told: readonly RejectError[] = errors.map(({ code, description, location, possibleResolutions }) => ({
    ...({ code, description, location, possibleResolutions } as Pick<
      RejectError,
      'code' | 'description' | 'location' | 'possibleResolutions'
    >),
    followupAction: CORRECT,
  }));
  const all = told.length > 0 ? told : [{ ...REFUSED, possibleResolutions: message }];
  return endedWithout(item.id, all, services.clock.now());
}

/** What is told of a check that no payer has answered, where no attempt was written down. */
export function responseWithout(errors: readonly RejectError[]): EligibilityResponse {
  return { status: 'ERROR', dependents: [], errors };
}

const REFUSED: RejectError = {
  code: '33',
  description: 'Input Errors',
  followupAction: CORRECT,
  location: 'request',
};

const COMMON = { followupAction: RESUBMIT, location: '2100A' } as const;

const NO_ANSWER: RejectError = {
  ...COMMON,
  code: '80',
  description: 'No Response Received - Transaction Terminated',
  possibleResolutions:
    'The payer was not reached, or has not answered, in all the time that the batch has for it. Hand the check in again.',
};

/** Of a check that was never sent: the payer does not know of it. */
export const NOT_ASKED: RejectError = {
  ...COMMON,
  code: '42',
  description: 'Unable to Respond at Current Time',
  possibleResolutions: 'The payer was never asked: the server could not make the check. Hand it in again.',
};
