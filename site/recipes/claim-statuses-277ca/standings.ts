import { createEngine, type Source } from 'ediloom';
import { claimStatuses, matchAnswers, type StatusFact } from 'ediloom/claims';
import { guide } from 'ediloom/guides/277CA-005010X214';

const engine = createEngine({ guides: [guide] });

/** A claim as you keep it: whatever else it has, the number that was sent as CLM01. */
export interface SentClaim {
  readonly patientControlNumber: string;
}

/** Where a claim stands, and what the payer says of it. */
export interface Standing<Claim> {
  readonly claim: Claim;
  readonly standing: string;
  readonly reasons: readonly string[];
}

/** What became of claims that were sent, by a file of 277CAs. Those that it does not speak of are there, too. */
export async function standingsOf<Claim extends SentClaim>(
  sent: readonly Claim[],
  source: Source,
): Promise<readonly Standing<Claim>[]> {
  const { interchanges } = await engine.parse(source);
  const sets = interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions));
  const statuses = sets.flatMap((set) => (set.guide === '277CA-005010X214' ? [claimStatuses(guide, set.data)] : []));
  return matchAnswers(sent, { statuses }).claims.map(({ claim, standing, statuses: told }) => ({
    claim,
    standing,
    reasons: told.flatMap(({ status }) => status.statuses.map(reasonOf)),
  }));
}

// The codes have names where they are met often; the whole list is licensed.
function reasonOf({ category = '', categoryName, status = '', statusName }: StatusFact): string {
  return `${category} ${categoryName ?? ''}: ${status} ${statusName ?? ''}`.trimEnd();
}
