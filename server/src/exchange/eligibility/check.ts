import type { EligibilityResponse } from 'ediloom/eligibility';
import type { Origin } from '../../origins/origin.js';
import type { CheckFailure } from './failures.js';

/** What the id of a check begins with; a UUID follows. */
export const CHECK_PREFIX = 'ec_';

/** A check as it is asked for. */
export type CheckInput =
  | { readonly source: 'json'; readonly request: unknown; readonly origin: Origin }
  | {
      readonly source: 'raw-x12' | 'caqh-core';
      /** One interchange with one 270 about one patient. */
      readonly x12: string;
      readonly externalPatientId?: string | undefined;
      readonly eligibilitySearchId?: string | undefined;
      readonly origin: Origin;
    };

/** What a check came to. */
export interface CheckOutcome {
  /** `ec_` and a UUID. */
  readonly id: string;
  /** What is answered: the payer's answer, or what is known of its failure. */
  readonly response: EligibilityResponse;
  /** What the payer sent, where that is an answer to this check: a 271, 999 or TA1 under the ids of the question. */
  readonly x12: string | undefined;
  readonly failure: CheckFailure | undefined;
  /** Of a failure: asked again it would fail again, as the payer found fault with what was asked. Default false. */
  readonly isLasting?: boolean | undefined;
}
