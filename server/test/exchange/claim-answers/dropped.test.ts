import { expect, it } from 'vitest';
import { showUnmatched } from '../../../src/exchange/claim-answers/decide-unmatched.js';
import { endDroppedAnswers } from '../../../src/exchange/claim-answers/end-dropped-answers.js';
import {
  createReceivedAnswersJob,
  RECEIVED_CLAIM_ANSWERS,
} from '../../../src/exchange/claim-answers/received-answers.js';
import { takeClaimAnswer } from '../../../src/exchange/claim-answers/take-answer.js';
import { purgeFailedJobs } from '../../../src/jobs/failed-jobs.js';
import type { Job } from '../../../src/jobs/job.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import { type AnswersWorld, answersWorld, claimReport, interchangeOf, ROUTE_ID } from '../../support/claim-answers.js';

const EXECUTION = '0197a000-0000-7000-8000-00000000000e';
const MONTH_MS = 31 * 86_400_000;
const PAYLOAD = { executionId: EXECUTION, routeId: ROUTE_ID, places: [1, 2] };

/** As if all attempts had failed, and nobody had looked for a month. */
async function dropJobs({ services }: AnswersWorld): Promise<void> {
  const { store, clock } = services;
  const at = clock.now();
  await store.write((tx) => tx.updateTable('jobs').set({ state: 'failed', updated_at: at }).execute());
  const purge = purgeFailedJobs((queries, jobs) => endDroppedAnswers(services, queries, jobs));
  await store.write((tx) => purge(tx, at + MONTH_MS, 500));
}

async function listed({ services }: AnswersWorld) {
  const rows = await services.store.read((db) =>
    db.selectFrom('unmatched_claim_answers').selectAll().where('resolved_at', 'is', null).execute(),
  );
  const shown = await Promise.all(rows.map(({ id }) => showUnmatched(services, id)));
  return shown.map(({ row, content }) => [row.said, row.kind, (content as { shown: { source: string } }).shown.source]);
}

it('an answer is listed whose job was dropped before it was applied', async () => {
  const world = await answersWorld();
  const { claims } = await world.file('account-1', [{}]);
  const x12 = Buffer.from(interchangeOf(claimReport(claims.map((claim) => ({ claim })))));
  await takeClaimAnswer(world.services, { routeId: ROUTE_ID, x12, source: 'file dropped', receivedAt: 1 });
  await dropJobs(world);
  expect(await listed(world)).toEqual([['unknown', 'unreadable', 'file dropped']]);
  const answers = await world.services.store.read((db) => db.selectFrom('claim_answers').select('state').execute());
  expect(answers).toEqual([{ state: 'UNREADABLE' }]);
});

it('a file of a partner is listed, once, whose answers were never handed over', async () => {
  const world = await answersWorld();
  const { store, jobs } = world.services;
  for (const _ of [1, 2]) {
    await store.write((tx) =>
      jobs.enqueue(new AccountQueries(tx, 'account-2'), {
        ...{ kind: RECEIVED_CLAIM_ANSWERS, class: 'inbound', payload: PAYLOAD },
      }),
    );
    await dropJobs(world);
  }
  expect(await listed(world)).toEqual([['unknown', 'unreadable', `execution ${EXECUTION}`]]);
});

it('interchanges of a partner are listed whose bytes are gone before they are handed over', async () => {
  const world = await answersWorld();
  const job = { accountId: 'account-2', createdAt: 1, payload: PAYLOAD } as unknown as Job;
  const handler = createReceivedAnswersJob(world.services);
  for (const _ of [1, 2]) await handler(job, new AbortController().signal);
  const one = ['unknown', 'unreadable', `execution ${EXECUTION}`];
  expect(await listed(world)).toEqual([one, one]);
});
