import type { EligibilityRequest } from 'ediloom/eligibility';
import type { Payer } from '../../resources/payers/payer.js';

/** Where a request differs from the approved mock request that is nearest to it. */
export interface MockDifference {
  /** JSON pointer of the property. */
  readonly pointer: string;
  /** What is approved there: made up, as all of it is. `undefined`: nothing may stand there. */
  readonly expected: string | undefined;
}

/** Payers that nobody is behind: all that a test key reaches. */
export interface MockPayers {
  /** @returns where the request differs from the approved one that is nearest; none: it is approved. */
  check(request: EligibilityRequest, payer: Payer): readonly MockDifference[];
  /** Answers a 270 that was approved with a 271, the same each time but for what it gives back of the question. */
  answer(x12: Uint8Array): Promise<Uint8Array>;
}
