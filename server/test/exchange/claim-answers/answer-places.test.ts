import { expect, it } from 'vitest';
import { answerLimits, overAnswersOf } from '../../../src/exchange/claim-answers/answer-places.js';
import { CLAIM_ANSWER, takeClaimAnswer } from '../../../src/exchange/claim-answers/take-answer.js';
import { answersWorld, claimReport, interchangeOf, ROUTE_ID } from '../../support/claim-answers.js';
import { openTestStore } from '../../support/open-test-store.js';
import { enqueue, jobRows, testJobs, until } from '../../support/test-jobs.js';

it('answers of one payer leave the places of their account to those of others, however many and long they are', async () => {
  const store = await openTestStore();
  const running: string[] = [];
  const ended: string[] = [];
  let letGo = (): void => undefined;
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const jobs = testJobs(store, {
    sessionLimits: async (_, ids) => new Map(answerLimits(ids)),
    handlers: {
      [CLAIM_ANSWER]: async ({ over }) => {
        running.push(over);
        if (over === overAnswersOf('long')) await gone;
        ended.push(over);
        return { kind: 'done' };
      },
    },
  });
  const answer = (routeId: string) => ({
    ...{ kind: CLAIM_ANSWER, class: 'batches' as const, over: overAnswersOf(routeId), payload: null },
  });
  await enqueue(
    store,
    jobs,
    Array.from({ length: 200 }, () => answer('long')),
  );
  jobs.start();
  await until(() => running.length === 4);
  await enqueue(store, jobs, answer('short'));
  await until(() => ended.length > 0);
  expect(ended).toEqual([overAnswersOf('short')]);
  expect(running.filter((over) => over === overAnswersOf('long'))).toHaveLength(4);
  letGo();
  await until(async () => (await jobRows(store)).length === 0);
});

it('the job of an answer has the places of its route, which limit nothing else', async () => {
  const { services, file } = await answersWorld();
  const { claims } = await file('account-1', [{}]);
  const x12 = Buffer.from(interchangeOf(claimReport(claims.map((claim) => ({ claim })))));
  await takeClaimAnswer(services, { routeId: ROUTE_ID, x12, source: 'test', receivedAt: services.clock.now() });
  const rows = await services.store.read((db) =>
    db.selectFrom('jobs').select('queue').where('kind', '=', CLAIM_ANSWER).execute(),
  );
  expect(rows.map(({ queue }) => queue.split('/')[2])).toEqual([overAnswersOf(ROUTE_ID)]);
  expect(answerLimits([ROUTE_ID, 'a connection'])).toEqual([]);
});
