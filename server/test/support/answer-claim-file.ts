import { createClaimAnswerJob } from '../../src/exchange/claim-answers/answer-job.js';
import { takeClaimAnswer } from '../../src/exchange/claim-answers/take-answer.js';
import { AccountQueries } from '../../src/store/account-queries.js';
import type { ClaimFileWorld } from './claim-file-world.js';
import { CLAIM_ROUTE } from './claims.js';

/** What the payer sends back over the route of a world, taken in and applied. */
export async function answerClaimFile(world: ClaimFileWorld, x12: string): Promise<void> {
  const receivedAt = world.app.clock.now() + 1;
  await takeClaimAnswer(world.services, {
    ...{ routeId: CLAIM_ROUTE.routeId, x12: Buffer.from(x12), source: 'file test', receivedAt },
  });
  for (const job of await world.jobs('claim-answer')) {
    const outcome = await createClaimAnswerJob(world.services)(job, new AbortController().signal);
    await world.services.store.write(async (tx) => {
      await outcome.commit?.(new AccountQueries(tx, job.accountId));
      await tx.deleteFrom('jobs').where('id', '=', job.id).execute();
    });
  }
}
