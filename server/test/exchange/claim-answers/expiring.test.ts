import { expect, it } from 'vitest';
import { giveUpClaimAnswer } from '../../../src/exchange/claim-answers/answer-job.js';
import { takeClaimAnswer } from '../../../src/exchange/claim-answers/take-answer.js';
import { leasedJob } from '../../../src/jobs/job-rows.js';
import { purgeWith } from '../../../src/maintenance/purge-expired.js';
import { purgeClaimAnswers, purgeUnmatched } from '../../../src/resources/claim-answers/expired.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import { answersWorld, claimReport, interchangeOf, ROUTE_ID } from '../../support/claim-answers.js';

const DAY = 86_400_000;

it('an answer that was not applied outlives a short retention until it is listed, and what is listed until somebody has had time', async () => {
  const world = await answersWorld();
  let now = world.services.clock.now();
  const pass = (days: number) => {
    now += days * DAY;
  };
  const services = { ...world.services, clock: { now: () => now } };
  Object.assign(services.config, { checksRetentionDays: 7 });
  const { claims } = await world.file('account-1', [{}]);
  const x12 = Buffer.from(interchangeOf(claimReport(claims.map((claim) => ({ claim })))));
  await takeClaimAnswer(services, { routeId: ROUTE_ID, x12, source: 'file test', receivedAt: now });
  const undecided: number[] = [];
  const purged = async () => {
    await purgeWith(purgeClaimAnswers, services);
    await purgeWith(
      purgeUnmatched((count) => undecided.push(count)),
      services,
    );
    return services.store.read(async (db) => [
      (await db.selectFrom('claim_answers').select('id').execute()).length,
      (await db.selectFrom('unmatched_claim_answers').select('id').execute()).length,
    ]);
  };
  pass(29);
  expect(await purged()).toEqual([1, 0]);
  const row = await services.store.read((db) =>
    db.selectFrom('jobs').selectAll().where('kind', '=', 'claim-answer').executeTakeFirstOrThrow(),
  );
  const job = leasedJob(row);
  const outcome = await giveUpClaimAnswer(services)(job, 'it died');
  await services.store.write(async (tx) => outcome.commit?.(new AccountQueries(tx, job.accountId)));
  pass(29);
  expect(await purged()).toEqual([0, 1]);
  expect(undecided).toEqual([]);
  pass(2);
  expect(await purged()).toEqual([0, 0]);
  expect(undecided).toEqual([1]);
});
