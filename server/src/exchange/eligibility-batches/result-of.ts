import type { EligibilityResponse } from 'ediloom/eligibility';
import type { BatchItemResult } from '../../store/batch-tables.js';

/** EB01 of coverage that is there, whole or under conditions; and of coverage that is not. */
const ACTIVE: ReadonlySet<string> = new Set(['1', '2', '3', '4', '5']);
const INACTIVE: ReadonlySet<string> = new Set(['6', '7', '8']);

/**
 * What a check has found out, in a word. FAILED: rejected, by an AAA, a 999 or a TA1, or not answered; ACTIVE: some benefit says that there is
 * coverage; INACTIVE: one says that there is none, and none that there is; INVESTIGATE: the answer says neither.
 */
export function resultOf({
  status,
  errors,
  benefitsInformation = [],
  transactionSetAcknowledgement,
}: EligibilityResponse): BatchItemResult {
  if (status === 'ERROR' || errors.length > 0 || transactionSetAcknowledgement !== undefined) return 'FAILED';
  const has = (codes: ReadonlySet<string>) =>
    benefitsInformation.some(({ code }) => code !== undefined && codes.has(code));
  if (has(ACTIVE)) return 'ACTIVE';
  return has(INACTIVE) ? 'INACTIVE' : 'INVESTIGATE';
}
