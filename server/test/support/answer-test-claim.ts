import { createTestClaimJob } from '../../src/exchange/payer-simulator/answer-test-claim-job.js';
import { TEST_CLAIM } from '../../src/exchange/payer-simulator/promise-test-answers.js';
import type { Job } from '../../src/jobs/job.js';
import type { TestApp } from './test-app.js';

/** Has a claim that is a test answered at once, where no jobs run. @returns the id of its 277 report. */
export async function answerTestClaim({ services, accountId, queries }: TestApp, claimId: string): Promise<string> {
  const config = { ...services.config, simulatedClaims: { ...services.config.simulatedClaims, afterMs: 0 } };
  const answer = createTestClaimJob({ ...services, config });
  const job: Job = {
    ...{ id: 'answer', accountId, kind: TEST_CLAIM, over: '', lane: undefined, attempt: 1 },
    class: 'batches',
    ...{ payload: { claimId }, createdAt: services.clock.now() },
  };
  const outcome = await answer(job, new AbortController().signal);
  return queries(async (own) => {
    if (outcome.kind === 'done') await outcome.commit?.(own);
    const reports = own.from('claim_reports').select('id').where('answer_id', '=', claimId);
    return (await reports.executeTakeFirstOrThrow()).id;
  });
}
