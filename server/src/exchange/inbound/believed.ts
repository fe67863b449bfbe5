import type { FaultCode } from '../../resources/executions/fault-codes.js';
import type { BelievedInterchange } from '../claim-answers/received-answers.js';
import type { JudgedInterchange } from './judge-file.js';

/** Why an interchange of a known partner waits that is as it should be: the account has no setting by which its sets would be taken. */
const OF_SETTINGS: ReadonlySet<FaultCode> = new Set([
  ...(['INVALID_CONFIGURATION', 'MULTIPLE_MATCHING_TRANSACTION_SETTINGS', 'FAILED_TO_FIND_GUIDE'] as const),
]);

/** What others say does not count. The TA1s of one count where its sets are rejected, and not where it is as a whole. */
export function believedOf(interchanges: readonly JudgedInterchange[]): readonly JudgedInterchange[] {
  return interchanges.filter(
    ({ isDuplicate, acknowledged }) =>
      !isDuplicate && acknowledged !== undefined && acknowledged.verdict.acknowledgmentCode !== 'R',
  );
}

/**
 * What may answer claims that went out as files. A setting is for documents that an account wants, and what is said of its own claims needs none: that
 * counts, too, of an interchange that waits for want of a setting and for nothing else. The interchange waits all the same.
 */
export function mayAnswerClaims(interchanges: readonly JudgedInterchange[]): readonly BelievedInterchange[] {
  const waiting = interchanges.filter(
    ({ fate, faults }) => fate === 'quarantined' && faults.every(({ code }) => OF_SETTINGS.has(code)),
  );
  return [...believedOf(interchanges), ...waiting].flatMap(({ place, outlined, mode, matched: { partnership } }) =>
    partnership === undefined
      ? []
      : [{ place, outlined, partnershipId: partnership.partnership_id, isProduction: mode?.keyMode === 'live' }],
  );
}
