import type { DroppedJob } from '../../jobs/failed-jobs.js';
import { endAnswer, findAnswer } from '../../resources/claim-answers/rows.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Services } from '../services.js';
import { listUnreadable, listUntaken } from './list-unreadable.js';
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
    if (kind === CLAIM_ANSWER) await endDroppedAnswer(services, queries, payload as AnswerPayload);
    if (kind !== RECEIVED_CLAIM_ANSWERS) continue;
    const { executionId, routeId } = payload as ReceivedAnswersPayload;
    await listUntaken(services, queries.tx, { executionId, routeId, receivedAt: services.clock.now() });
  }
}

async function endDroppedAnswer(services: Needs, queries: AccountQueries, { answerId }: AnswerPayload): Promise<void> {
  const answer = await findAnswer(queries, answerId);
  if (answer?.state !== 'WAITING') return;
  await endAnswer(queries, answer.id, Number(answer.done) > 0 ? 'READ' : 'UNREADABLE', services.clock.now());
  await listUnreadable(services, queries, answer);
}
