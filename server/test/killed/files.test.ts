import { expect, it } from 'vitest';
import { createRealTimeChecks } from '../../src/exchange/eligibility/real-time-checks.js';
import { createBatchCheckJob } from '../../src/exchange/eligibility-batches/check-job.js';
import { NotedAttempts } from '../../src/exchange/eligibility-batches/noted-attempts.js';
import { BATCH_CHECK, createStartBatchJob, START_BATCH } from '../../src/exchange/eligibility-batches/start-job.js';
import { ROUTE_SUBMISSION } from '../../src/exchange/route-submissions/fill-files.js';
import { createRouteSubmissionJob } from '../../src/exchange/route-submissions/submission-job.js';
import type { Services } from '../../src/exchange/services.js';
import { createControlNumberTable } from '../../src/resources/control-numbers/create-control-number-table.js';
import { BATCHES, type BatchWorld, batchWorld, items } from '../support/batches.js';
import { FILE_ROUTE, FilePayer, insertFileRoute } from '../support/file-payer.js';
import { until } from '../support/test-jobs.js';
import { LATER_MS, Mortal } from './mortal.js';

const PATIENCE_MS = 60_000;

/** A process that takes files to their payers, and is killed at a step. */
function begin({ services: built, clock }: BatchWorld, at?: number): Mortal {
  const process = new Mortal(at);
  const mortal = process.services(built);
  const { payerExchange } = built;
  const services: Services = {
    ...mortal,
    realTime: createRealTimeChecks(mortal),
    controlNumbers: createControlNumberTable({ store: mortal.store, clock }),
    payerExchange: { ...payerExchange, exchange: process.around('exchange', payerExchange.exchange) },
  };
  const noted = new NotedAttempts(services);
  const handlers = {
    [START_BATCH]: createStartBatchJob(services),
    [BATCH_CHECK]: createBatchCheckJob(services, noted),
    [ROUTE_SUBMISSION]: createRouteSubmissionJob(services, noted),
  };
  process.run(built.store, { clock, handlers }).start();
  return process;
}

it('a file of checks is the same file whenever its process is killed, and each of them is counted once', {
  timeout: 300_000,
}, async () => {
  const world = await batchWorld({ isIdle: true, route: FILE_ROUTE });
  await insertFileRoute(world.services.store);
  const deaths: string[] = [];
  for (let at = 1; ; at++) {
    const payer = new FilePayer();
    payer.setsOfPart = 1;
    const sent = new Set<string>();
    world.files = (step) => {
      if (step.step === 'hand-in') sent.add(Buffer.from(step.x12 ?? []).toString('hex'));
      return payer.take(step);
    };
    const id = await world.submit({ items: items(2) });
    // The last job of a batch ends after the batch: that end is a step too.
    const isOver = async (): Promise<boolean> =>
      (await world.batch(id)).status !== 'IN_PROGRESS' && (await jobsLeft(world)) === 0;
    const victim = begin(world, at);
    await until(async () => {
      if (victim.isDead || (await isOver())) return true;
      if (await isWaiting(world)) world.clock.advance(30_000);
      return false;
    }, PATIENCE_MS);
    await victim.stop();
    world.clock.advance(LATER_MS);
    const heir = begin(world);
    await until(async () => {
      if (await isOver()) return true;
      if (await isWaiting(world)) world.clock.advance(30_000);
      return false;
    }, PATIENCE_MS);
    await heir.stop();
    const killed = `killed ${deaths.length}: ${victim.end}`;
    expect(await world.batch(id), killed).toMatchObject({
      ...{ status: 'COMPLETED', totalCount: 2, successCount: 2 },
      ...{ validatedCount: 0, inProgressCount: 0, errorCount: 0 },
    });
    // One PayloadID, and one file under it; nobody was asked beside it.
    expect([payer.files.size, sent.size, world.asked.length], killed).toEqual([1, 1, 0]);
    const polled = await world.call('GET', `${BATCHES}/polling/batch-eligibility?batchId=${id}`);
    expect(polled.json().items, killed).toHaveLength(2);
    const left = await world.queries((queries) => queries.from('route_submissions').select('id').execute());
    expect(left, killed).toEqual([]);
    if (victim.end === undefined) break;
    deaths.push(victim.end);
  }
  expect(new Set(deaths)).toEqual(
    new Set([
      ...[
        'before: write',
        'after: write',
        'before: keep bytes',
        'after: keep bytes',
        'before: exchange',
        'after: exchange',
      ],
      ...[`before: end of ${START_BATCH}`, `before: end of ${ROUTE_SUBMISSION}`, 'after: end'],
    ]),
  );
});

async function jobsLeft({ services }: BatchWorld): Promise<number> {
  const kinds = [START_BATCH, BATCH_CHECK, ROUTE_SUBMISSION];
  const jobs = await services.store.read((db) =>
    db.selectFrom('jobs').select('id').where('kind', 'in', kinds).execute(),
  );
  return jobs.length;
}

/** Whether there is nothing to do before some time has gone by; what a process had that is dead comes back by its lease. */
async function isWaiting({ services, clock }: BatchWorld): Promise<boolean> {
  const jobs = await services.store.read((db) =>
    db.selectFrom('jobs').select(['state', 'due_at', 'lease_until']).execute(),
  );
  return jobs.every(({ state, due_at }) => state === 'waiting' && Number(due_at) > clock.now());
}
