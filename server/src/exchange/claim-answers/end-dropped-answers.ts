import type { DroppedJob } from '../../jobs/failed-jobs.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Services } from '../services.js';
import { endApplied } from './end-answer.js';
import { listUntaken } from './list-unreadable.js';
import { RECEIVED_CLAIM_ANSWERS, type ReceivedAnswersPayload } from './received-answers.js';
import { type AnswerPayload, CLAIM_ANSWER } from './take-answer.js';

type Needs = Pick<Services, 'sealedColumns' | 'clock' | 'config'>;

/** Lists what payers have answered, and jobs that are dropped were to apply: they have heard that it came, and no claim was moved by it. */
export async function endDroppedAnswers(
  services: Needs,
  queries: AccountQueries,
  jobs: readonly DroppedJob[],
): Promise<void> {
  for (const { kind, payload } of jobs) {
    if (kind === CLAIM_ANSWER) {
      const { answerId } = payload as AnswerPayload;
      await endApplied(services, queries, answerId, { state: 'UNREADABLE', isWhole: false });
    }
    if (kind !== RECEIVED_CLAIM_ANSWERS) continue;
    const { executionId, routeId, beside } = payload as ReceivedAnswersPayload;
    await listUntaken(services, queries.tx, { executionId, routeId, beside, receivedAt: services.clock.now() });
  }
}
