import { expect, it, vi } from 'vitest';
import { endDroppedSubmissions } from '../../../src/exchange/core-submissions/judge-job.js';
import { endDroppedChecks } from '../../../src/exchange/eligibility-batches/end-dropped-checks.js';
import { purgeFailedJobs } from '../../../src/jobs/failed-jobs.js';
import { type BatchWorld, batchWorld, item, items, overInTime } from '../../support/batches.js';
import { file270, sendCore, set270 } from '../../support/core-batches.js';
import { insertPayers, ROUTE } from '../../support/eligibility.js';
import { until } from '../../support/test-jobs.js';

const SUBMIT = 'X12_270_Request_005010X279A1';
const GET_999 = 'X12_999_RetrievalRequest_005010X231A1';
const MONTH_MS = 31 * 86_400_000;

const jobsOf = (world: BatchWorld) => world.queries((queries) => queries.from('jobs').selectAll().execute());
/** What ends a batch is written in the work of its job, which goes a moment later. */
const noJobs = (world: BatchWorld) => until(async () => (await jobsOf(world)).length === 0);
const submissions = (world: BatchWorld) =>
  world.queries((queries) => queries.from('core_submissions').selectAll().execute());

/** As if all attempts had failed at a time when nothing could be ended either; then nobody looks for a month. */
async function dropJobs({ services, clock, queries }: BatchWorld): Promise<void> {
  await queries((own) => own.update('jobs').set({ state: 'failed', updated_at: clock.now() }).execute());
  clock.advance(MONTH_MS);
  const purge = purgeFailedJobs(async (own, jobs) => {
    await endDroppedSubmissions(services, own, jobs);
    await endDroppedChecks(services, own, jobs);
  });
  await services.store.write((tx) => purge(tx, clock.now(), 500));
}

it('a batch ends whose start fails for good: checks that have no job are told as never asked, the others are made', async () => {
  const world = await batchWorld();
  await insertPayers(world.services.store, [{ id: 'BROKEN', primary: '00099' }]);
  Object.assign(world.services.payerExchange, {
    serving: async (payerId: string) => {
      if (payerId === 'BROKEN') throw new TypeError('broken');
      return [ROUTE];
    },
  });
  const broken = Array.from({ length: 70 }, (_, place) => item(`b-${place}`, { tradingPartnerServiceId: '00099' }));
  const id = await world.submit({ items: [...items(50), ...broken] });
  expect(await overInTime(world, id)).toMatchObject({
    ...{ status: 'COMPLETED_WITH_ERRORS', totalCount: 120, successCount: 50, errorCount: 70 },
    ...{ validatedCount: 0, inProgressCount: 0 },
  });
  expect(world.asked).toHaveLength(50);
  const rows = await world.queries((own) => own.from('eligibility_batch_items').selectAll().execute());
  const failed = rows.filter(({ state }) => state === 'COMPLETED_WITH_ERRORS');
  expect(failed).toHaveLength(70);
  for (const { errors } of failed) {
    const told = { code: '42', possibleResolutions: expect.stringContaining('never asked') };
    expect(JSON.parse(errors)).toMatchObject([told]);
  }
  await noJobs(world);
});

it('a check ends whose job fails for good', async () => {
  const world = await batchWorld();
  Object.assign(world.services.payerExchange, { hasRoomForBatch: () => Promise.reject(new TypeError('broken')) });
  const id = await world.submit({ items: items(2) });
  expect(await overInTime(world, id)).toMatchObject({ status: 'COMPLETED_WITH_ERRORS', errorCount: 2 });
  expect(world.asked).toEqual([]);
  await noJobs(world);
});

it('a file of 270s whose judging fails for good is told as one that cannot be read', async () => {
  const world = await batchWorld();
  vi.spyOn(world.services.artifacts, 'read').mockRejectedValue(new TypeError('broken'));
  await sendCore(world, 'mime', { PayloadType: SUBMIT, Payload: file270([set270(1)]) });
  await until(async () => {
    const [job] = await jobsOf(world);
    if (job?.state === 'waiting') world.clock.advance(Math.max(0, Number(job.due_at) - world.clock.now()));
    return job === undefined;
  });
  expect(await submissions(world)).toMatchObject([{ state: 'UNREADABLE' }]);
  const { texts } = await sendCore(world, 'mime', { PayloadType: GET_999 });
  expect(texts.ErrorMessage).toContain('cannot be read');
});

it('what jobs were to do that are dropped is over, and no payer is asked after a month', async () => {
  const world = await batchWorld({ isIdle: true });
  const id = await world.submit({ items: items(60) });
  await sendCore(world, 'mime', { PayloadType: SUBMIT, Payload: file270([set270(1)]) });
  await dropJobs(world);
  expect(await submissions(world)).toMatchObject([{ state: 'UNREADABLE' }]);
  // It may have very many checks: a job ends them.
  expect(await jobsOf(world)).toMatchObject([{ kind: 'start-batch', state: 'waiting' }]);
  world.jobs.start();
  expect(await world.over(id)).toMatchObject({ status: 'COMPLETED_WITH_ERRORS', totalCount: 60, errorCount: 60 });
  expect(world.asked).toEqual([]);
});

it('checks whose own jobs are dropped are over', async () => {
  const world = await batchWorld();
  Object.assign(world.services.payerExchange, { hasRoomForBatch: async () => false });
  const id = await world.submit({ items: items(3) });
  await until(async () => (await jobsOf(world)).filter(({ kind }) => kind === 'batch-check').length === 3);
  await world.jobs.stop(0);
  await dropJobs(world);
  expect(await world.batch(id)).toMatchObject({ status: 'COMPLETED_WITH_ERRORS', errorCount: 3 });
  expect(await jobsOf(world)).toEqual([]);
});
