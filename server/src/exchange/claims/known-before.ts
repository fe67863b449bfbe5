import type { ClaimIndexes } from '../../resources/claims/claim-indexes.js';
import { knownClaims } from '../../resources/claims/rows.js';
import { readRows } from '../../store/account-queries.js';
import { DAY_MS } from '../../store/purge.js';
import type { WayWarning } from './claim-way.js';
import { modeOf, type Submitting } from './submitting.js';

/** Days within which the same claim again is told. */
const SAME_CLAIM_DAYS = 30;

const NUMBER_USED: WayWarning = {
  code: 'claim::patient_control_number_used',
  description:
    'Another claim has the same patient control number: answers of payers name claims by it, so give each its own.',
};
const SENT_BEFORE: WayWarning = {
  code: 'edit::837::V78',
  description: `The same claim was taken in within the last ${SAME_CLAIM_DAYS} days: payer, member, dates, procedures and charges are equal. Was it meant to be sent again?`,
};

/** What the account has sent before. It refuses nothing: of two that come at once neither hears of the other. */
export async function knownBefore(
  submitting: Submitting,
  { patientIndex, claimIndex }: ClaimIndexes,
): Promise<readonly WayWarning[]> {
  const { services, caller } = submitting.run;
  const since = services.clock.now() - SAME_CLAIM_DAYS * DAY_MS;
  const by = { mode: modeOf(submitting), patientIndex, claimIndex, since };
  const known = await readRows(services.store, caller.accountId, (queries) => knownClaims(queries, by));
  return [...(known.isNumberUsed ? [NUMBER_USED] : []), ...(known.isSentBefore ? [SENT_BEFORE] : [])];
}
