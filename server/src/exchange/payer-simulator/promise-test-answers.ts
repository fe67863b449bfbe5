import type { NewJob } from '../../jobs/job.js';
import type { Claims } from '../../store/claim-tables.js';

/** The job that has the payer simulator answer a claim that is a test. */
export const TEST_CLAIM = 'test-claim';

/** One for each claim that is a test: nobody else answers it. To be written down by the commit that takes the claims in. */
export function testClaimJobs(
  claims: readonly Pick<Claims, 'id' | 'mode'>[],
  { now, afterMs }: { readonly now: number; readonly afterMs: number },
): readonly NewJob[] {
  return claims
    .filter(({ mode }) => mode === 'test')
    .map(({ id }) => ({ kind: TEST_CLAIM, class: 'batches', dueAt: now + afterMs, payload: { claimId: id } }));
}
