import type { EligibilityResponse, RejectError } from 'ediloom/eligibility';
import type { RouteFailure } from '../payer-routes/payer-exchange.js';
import { RESUBMIT } from './followup-actions.js';

/**
 * Why a check has no answer that can be shown. Beside what happens on the way: `foreign-answer`: what came belongs to another check;
 * `unreadable-answer`: it is no X12 that can be read, or says nothing of the question.
 */
export type CheckFailure = RouteFailure | 'foreign-answer' | 'unreadable-answer';

/**
 * The one place where a failure becomes an AAA code: 42 where the payer was not asked, so that the check may be sent again at once; 80 where
 * it may have been, and nothing came of it.
 */
function codeOf(wasSent: boolean): '42' | '80' {
  return wasSent ? '80' : '42';
}

const TEXTS = {
  '42': 'Unable to Respond at Current Time',
  '80': 'No Response Received - Transaction Terminated',
} as const;

/** What happened, and what to do, for people. */
const RESOLUTIONS: Readonly<Record<CheckFailure, string>> = {
  closed: 'The payer is not asked at this time: its route has hours. Send the check again within them.',
  'breaker-open': 'The payer has failed repeatedly and is not asked for the moment. Send the check again in a minute.',
  busy: 'As many checks are under way to the payer as it takes. Send the check again in a moment.',
  'not-reached': 'The payer cannot be connected to. Send the check again in a while.',
  refused: 'The connection to the payer was refused. The operator of the server finds the reason in its log.',
  'timed-out': 'The payer has not answered in time. Send the check again; it is not sent again by itself.',
  'broken-off': 'The connection broke off before the payer had answered. Send the check again.',
  'http-status': 'The payer answered with an HTTP status and no X12. Send the check again in a while.',
  envelope: 'The payer answered with an error of the envelope. The operator of the server finds its code in the log.',
  'not-x12': 'The payer answered with something else than X12. Send the check again in a while.',
  'too-large': 'The answer of the payer is larger than what is read. Ask for fewer service types.',
  'foreign-answer':
    'What the payer sent belongs to another check, or is about another person. It is kept, and not shown. Send the check again; where it asks about a dependent, payers may know only subscribers.',
  'unreadable-answer': 'What the payer sent cannot be read as an answer. It is kept. Send the check again in a while.',
};

export interface FailedCheck {
  readonly id: string;
  readonly failure: CheckFailure;
  readonly wasSent: boolean;
  readonly payerName: string;
  /** The payer's id as it was, or would have been, sent. */
  readonly payerId: string;
  readonly mode: 'test' | 'production';
  readonly outboundTraceId: string;
  readonly eligibilitySearchId: string | undefined;
}

/** The answer to a check that no payer has answered. Clients tell it by `status` and the code. */
export function failedResponse(failed: FailedCheck): EligibilityResponse {
  const code = codeOf(failed.wasSent);
  const error: RejectError = {
    code,
    description: TEXTS[code],
    followupAction: RESUBMIT,
    location: '2100A',
    possibleResolutions: RESOLUTIONS[failed.failure],
  };
  return {
    id: failed.id,
    ...(failed.eligibilitySearchId === undefined ? {} : { eligibilitySearchId: failed.eligibilitySearchId }),
    status: 'ERROR',
    tradingPartnerServiceId: failed.payerId,
    meta: { applicationMode: failed.mode, outboundTraceId: failed.outboundTraceId },
    payer: { name: failed.payerName, payorIdentification: failed.payerId, aaaErrors: [error] },
    dependents: [],
    errors: [error],
  };
}
