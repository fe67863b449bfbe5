import { expect, it } from 'vitest';
import { ROUTE_SUBMISSION } from '../../src/exchange/check-files/fill-files.js';
import { SLACK_MS } from '../../src/exchange/eligibility/begin-check.js';
import { NotedAttempts } from '../../src/exchange/eligibility-batches/noted-attempts.js';
import { START_BATCH } from '../../src/exchange/eligibility-batches/start-job.js';
import { gatherChecks } from '../../src/exchange/route-submissions/gather-checks.js';
import { fillSubmissions, findRouteSubmission, noteBegin } from '../../src/resources/route-submissions/rows.js';
import { BATCHES, batchWorld, isIdle, items } from '../support/batches.js';
import { FILE_ROUTE, FilePayer, insertFileRoute } from '../support/file-payer.js';
import { until } from '../support/test-jobs.js';
import { LATER_MS, type Mortal } from './mortal.js';
import { beginBatches, isAllOver } from './mortal-batches.js';

const PATIENCE_MS = 60_000;

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
    const isOver = (): Promise<boolean> => isAllOver(world, id);
    const victim = beginBatches(world, at);
    await until(async () => {
      if (victim.isDead || (await isOver())) return true;
      if (await isIdle(world)) world.clock.advance(30_000);
      return false;
    }, PATIENCE_MS);
    await victim.stop();
    world.clock.advance(LATER_MS);
    const heir = beginBatches(world);
    await until(async () => {
      if (await isOver()) return true;
      if (await isIdle(world)) world.clock.advance(30_000);
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

it('a check of a file has one answer, though a process has stood still with its answer until another one had ended it', async () => {
  const world = await batchWorld({ isIdle: true, route: FILE_ROUTE });
  await insertFileRoute(world.services.store);
  const payer = new FilePayer();
  world.files = payer.take;
  const id = await world.submit({ items: items(1) });
  const isOver = async (): Promise<boolean> => {
    if (await isIdle(world)) world.clock.advance(30_000);
    return isAllOver(world, id);
  };
  const still = beginBatches(world);
  let heir: Mortal | undefined;
  let hasWritten = false;
  still.step = async (name) => {
    if (heir !== undefined && name === 'after: write') hasWritten = true;
    if (heir !== undefined || name !== 'before: keep bytes' || !payer.steps.includes('fetch-results')) return;
    world.clock.advance(LATER_MS);
    heir = beginBatches(world);
    await until(isOver, PATIENCE_MS);
  };
  await until(async () => (await isOver()) && hasWritten, PATIENCE_MS);
  await Promise.all([still.stop(), heir?.stop()]);
  const answers = await world.queries((queries) =>
    queries.from('artifacts').select('usage').where('model', '=', 'eligibility-check').execute(),
  );
  expect(answers.map(({ usage }) => usage).sort()).toEqual(['payer-answer', 'question', 'request', 'response']);
  expect(await world.batch(id)).toMatchObject({ status: 'COMPLETED', successCount: 1 });
});

it('a file that another process goes on with is waited for until the time that it had', async () => {
  const world = await batchWorld({ isIdle: true, route: FILE_ROUTE });
  await insertFileRoute(world.services.store);
  const batchId = await world.submit({ items: items(1) });
  const giveUpAt = world.clock.now() + 5_000_000;
  const file = await world.queries(async (queries) => {
    const rows = await queries.from('eligibility_batch_items').select('id').execute();
    const filling = { batchId, routeId: FILE_ROUTE.routeId, most: 1, now: world.clock.now() };
    const [id = ''] = await fillSubmissions(queries, { ...filling, itemIds: rows.map((row) => row.id) });
    const begin = { give_up_at: giveUpAt, interchange_number: '000000077', group_number: 77 };
    await noteBegin(queries, id, { ...begin, updated_at: world.clock.now() });
    return findRouteSubmission(queries, id);
  });
  if (file === undefined) throw new Error('There is no file.');
  const { services } = world;
  const noted = new NotedAttempts(services);
  await gatherChecks({ services, noted, file, signal: new AbortController().signal }, FILE_ROUTE.version);
  const checks = await world.queries((queries) => queries.from('eligibility_checks').select('owned_until').execute());
  expect(checks.map(({ owned_until }) => Number(owned_until))).toEqual([giveUpAt + SLACK_MS]);
});
