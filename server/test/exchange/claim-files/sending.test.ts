import { expect, it } from 'vitest';
import { CLAIM_FILE, CLAIMS_GATHER } from '../../../src/exchange/claim-files/claim-file-jobs.js';
import type { ClaimSending } from '../../../src/exchange/claim-files/claim-sender.js';
import { BY_ITSELF } from '../../../src/resources/claims/speaker.js';
import { type ClaimFileWorld, claimFileWorld } from '../../support/claim-file-world.js';
import { CLAIM_ROUTE } from '../../support/claims.js';

const NOT_REACHED: ClaimSending = { kind: 'failed', failure: 'not-reached', mayHaveArrived: false };

/** The time until its next try, in seconds. */
async function pause(world: ClaimFileWorld): Promise<number> {
  const rows = await world.app.queries((queries) =>
    queries.from('jobs').select('due_at').where('kind', '=', CLAIM_FILE).execute(),
  );
  return (Number(rows[0]?.due_at) - world.app.clock.now()) / 1_000;
}

const theFile = async (world: ClaimFileWorld) => (await world.files())[0];
const states = async (world: ClaimFileWorld) => (await world.claims()).map(({ state }) => state);

it('a file that was not handed over is tried again, later and later, with the same bytes, until it is', async () => {
  const world = await claimFileWorld();
  await world.take(2);
  world.send = () => NOT_REACHED;
  await world.settle();
  const pauses = [await pause(world)];
  for (let tries = 2; tries <= 7; tries++) {
    world.app.clock.advance((pauses.at(-1) ?? 0) * 1_000);
    await world.settle();
    pauses.push(await pause(world));
  }
  expect(pauses).toEqual([90, 180, 360, 720, 1_440, 1_800, 1_800]);
  expect(await theFile(world)).toMatchObject({ state: 'WRITTEN', attempts: 7, failure: 'not-reached' });
  expect(await states(world)).toEqual(['QUEUED', 'QUEUED']);
  world.send = () => ({ kind: 'sent', at: world.app.clock.now() });
  world.app.clock.advance(1_800_000);
  await world.settle();
  expect(await theFile(world)).toMatchObject({ state: 'SENT', failure: null, sent_at: world.app.clock.now() });
  expect(await states(world)).toEqual(['DELIVERED', 'DELIVERED']);
  expect(new Set(world.sent.map(({ x12 }) => x12)).size).toBe(1);
  expect(world.sent.every(({ wasCutOff }) => !wasCutOff)).toBe(true);
});

it('what could not be handed over for two days is held', async () => {
  const world = await claimFileWorld();
  await world.take(1);
  world.send = () => NOT_REACHED;
  const began = world.app.clock.now();
  await world.settle();
  for (let tries = 1; (await theFile(world))?.state === 'WRITTEN' && tries < 200; tries++) {
    world.app.clock.advance(30 * 60_000);
    await world.settle();
  }
  expect(await theFile(world)).toMatchObject({ state: 'HELD', attempts: 100, failure: 'not-reached' });
  const hours = (world.app.clock.now() - began) / 3_600_000;
  expect([hours > 44, hours < 52]).toEqual([true, true]);
  expect(await states(world)).toEqual(['QUEUED']);
  expect(await world.jobs(CLAIM_FILE)).toEqual([]);
});

it('what may have arrived is held at once, and never sent again by itself', async () => {
  const world = await claimFileWorld();
  const held: string[] = [];
  world.services.metrics.claimFile = (route, outcome) => void held.push(`${route} ${outcome}`);
  await world.take(1);
  world.send = () => ({ kind: 'failed', failure: 'timed-out', mayHaveArrived: true });
  await world.settle();
  world.app.clock.advance(3 * 86_400_000);
  await world.settle();
  expect(world.sent).toHaveLength(1);
  expect(await theFile(world)).toMatchObject({ state: 'HELD', failure: 'timed-out', sent_at: null });
  expect(await states(world)).toEqual(['QUEUED']);
  expect(held).toEqual([`${CLAIM_ROUTE.name} held`]);
});

it('a file counts as held once that is committed, and not where its job was lost to another', async () => {
  const world = await claimFileWorld();
  const held: string[] = [];
  world.services.metrics.claimFile = (_, outcome) => void held.push(outcome);
  await world.take(1);
  const [gathering] = await world.jobs(CLAIMS_GATHER);
  if (gathering === undefined) throw new Error('There is no job.');
  await world.do(gathering);
  const [job] = await world.jobs(CLAIM_FILE);
  if (job === undefined) throw new Error('There is no job.');
  world.send = () => ({ kind: 'failed', failure: 'timed-out', mayHaveArrived: true });
  const outcome = await world.handlers[CLAIM_FILE](job, new AbortController().signal);
  expect(held).toEqual([]);
  await world.conclude(job, outcome);
  expect(held).toEqual(['held']);
  // Whoever was behind changes nothing any more.
  await world.conclude(job, outcome);
  expect(held).toEqual(['held']);
});

it('one that is put off, or under way by something else, costs no attempt', async () => {
  const world = await claimFileWorld();
  await world.take(1);
  const now = world.app.clock.now();
  world.send = () => ({ kind: 'later', dueAt: now + 5_000 });
  await world.settle();
  expect(await pause(world)).toBe(5);
  world.send = () => ({ kind: 'under-way', lookAgainAt: now + 65_000, failure: 'not-delivered' });
  world.app.clock.advance(5_000);
  await world.settle();
  expect(await pause(world)).toBe(60);
  expect(await theFile(world)).toMatchObject({ state: 'WRITTEN', attempts: 0, failure: 'not-delivered' });
  world.send = () => ({ kind: 'sent', at: now + 60_000 });
  world.app.clock.advance(60_000);
  await world.settle();
  expect(await theFile(world)).toMatchObject({ state: 'SENT', failure: null, sent_at: now + 60_000 });
});

it('what comes back at once is taken as an answer over the route', async () => {
  const world = await claimFileWorld();
  await world.take(1);
  const answer = Buffer.from('ISA…');
  world.send = () => ({ kind: 'sent', at: world.app.clock.now(), answer });
  await world.settle();
  const receivedAt = world.app.clock.now();
  // Spelt as where it is looked for: an operator reads it.
  const source = `file ${(await theFile(world))?.id}`;
  expect(world.answers).toEqual([
    {
      routeId: CLAIM_ROUTE.routeId,
      beside: [CLAIM_ROUTE.routeId],
      partner: BY_ITSELF,
      x12: answer,
      source,
      receivedAt,
    },
  ]);
});

it('a file waits for a route that is disabled, and goes over it as it is then', async () => {
  const world = await claimFileWorld();
  await world.take(1);
  await world.setRoute({ enabled: 0 });
  await world.settle();
  expect([world.sent.length, await pause(world)]).toEqual([0, 60]);
  expect(await theFile(world)).toMatchObject({ state: 'WRITTEN', failure: 'route-disabled', attempts: 0 });
  await world.setRoute({ enabled: 1 });
  world.app.clock.advance(60_000);
  await world.settle();
  expect(await theFile(world)).toMatchObject({ state: 'SENT', failure: null });
});

it.each([
  [
    'route-gone',
    (world: ClaimFileWorld) => world.services.store.write((tx) => tx.deleteFrom('payer_routes').execute()),
  ],
  ['route-takes-no-claims', (world: ClaimFileWorld) => world.setRoute({ kind: 'mock' })],
  [
    'document-gone',
    (world: ClaimFileWorld) =>
      world.app.queries((queries) => queries.delete('artifacts').where('name', '=', 'claims.edi').execute()),
  ],
])('a file is held for %s', async (failure, spoil) => {
  const world = await claimFileWorld();
  await world.take(1);
  world.send = () => ({ kind: 'later', dueAt: world.app.clock.now() + 1_000 });
  await world.settle();
  await spoil(world);
  world.app.clock.advance(1_000);
  await world.settle();
  expect(await theFile(world)).toMatchObject({ state: 'HELD', failure });
  expect(await states(world)).toEqual(['QUEUED']);
  expect(world.sent).toHaveLength(1);
});

it('claims of a route that is gone meanwhile are held in their file, and not lost', async () => {
  const world = await claimFileWorld();
  const [id] = await world.take(1);
  await world.services.store.write((tx) => tx.deleteFrom('payer_routes').execute());
  await world.settle();
  expect(await theFile(world)).toMatchObject({ state: 'HELD', failure: 'route-gone' });
  expect(await world.items()).toMatchObject([{ claim_id: id }]);
});

it('a file whose job is given up is held; one that the payer has is delivered', async () => {
  const world = await claimFileWorld();
  await world.take(1);
  world.send = () => {
    throw new Error('as no sender should');
  };
  await expect(world.settle()).rejects.toThrow('as no sender should');
  const [job] = await world.jobs(CLAIM_FILE);
  if (job === undefined) throw new Error('There is no job.');
  await world.conclude(job, await world.giveUp[CLAIM_FILE](job, 'it died'));
  expect(await theFile(world)).toMatchObject({ state: 'HELD', failure: 'given-up' });

  await world.services.store.write((tx) =>
    tx.updateTable('claim_files').set({ state: 'WRITTEN', sent_at: world.app.clock.now() }).execute(),
  );
  await world.conclude(job, await world.giveUp[CLAIM_FILE](job, 'it died'));
  expect(await theFile(world)).toMatchObject({ state: 'SENT' });
  expect(await states(world)).toEqual(['DELIVERED']);
});

it('a job whose sender fails each time ends with a file that is held', { timeout: 60_000 }, async () => {
  const world = await claimFileWorld({ isRunning: true });
  world.send = () => {
    throw new Error('as no sender should');
  };
  await world.take(1);
  for (let tries = 0; (await theFile(world))?.state !== 'HELD'; tries++) {
    if (tries > 4_000) throw new Error('It is not held.');
    world.app.clock.advance(60_000);
    world.runner.wake();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(await theFile(world)).toMatchObject({ failure: 'given-up' });
  // Whether the first call has handed it over, nobody knows: each later one is told.
  expect(world.sent.map(({ wasCutOff }) => wasCutOff)).toEqual([false, ...Array(world.sent.length - 1).fill(true)]);
});

it('a process that stands still before it hands a file over does not, where another has done so meanwhile', async () => {
  const world = await claimFileWorld();
  await world.take(1);
  const { artifacts } = world.services;
  const gather = (await world.jobs(CLAIMS_GATHER))[0];
  if (gather === undefined) throw new Error('There is no job.');
  await world.do(gather);
  const [job] = await world.jobs(CLAIM_FILE);
  if (job === undefined) throw new Error('There is no job.');
  const read = artifacts.read.bind(artifacts);
  let stands = true;
  artifacts.read = async (row) => {
    const bytes = await read(row);
    // Its lease ends, and who takes the job over comes to its end.
    if (stands) {
      stands = false;
      await world.do(job);
    }
    return bytes;
  };
  await world.do(job);
  expect([stands, world.sent.length]).toEqual([false, 1]);
  expect(await theFile(world)).toMatchObject({ state: 'SENT', handing_since: null });
  expect(await states(world)).toEqual(['DELIVERED']);
});

it('claims whose writing into a file fails each time go on to be written, and go once it is mended', {
  timeout: 60_000,
}, async () => {
  const world = await claimFileWorld({ isRunning: true });
  const { controlNumbers } = world.services;
  const take = controlNumbers.take.bind(controlNumbers);
  // Two at once, which need a number of their own.
  await world.setRoute({ claims: { waitSeconds: 5 } });
  const both = await world.take(2);
  let failures = 0;
  controlNumbers.take = async () => {
    failures++;
    throw new Error('as no table should');
  };
  const until = async (is: () => Promise<boolean>): Promise<void> => {
    for (let tries = 0; !(await is()); tries++) {
      if (tries > 1_000) throw new Error('It never comes.');
      world.app.clock.advance(60_000);
      world.runner.wake();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  // More often than two jobs are tried before they are given up.
  await until(async () => failures > 40);
  const rows = await world.app.queries((queries) => queries.from('jobs').select(['kind', 'state']).execute());
  expect(rows.filter(({ state }) => state === 'failed')).toEqual([]);
  controlNumbers.take = take;
  await until(async () => (await states(world)).every((state) => state === 'DELIVERED'));
  expect([both.length, world.sent.length]).toEqual([2, 1]);
});

it('a file whose route is enabled again is not shown as one that waits for that', async () => {
  const world = await claimFileWorld();
  await world.take(1);
  await world.setRoute({ enabled: 0 });
  await world.settle();
  expect(await theFile(world)).toMatchObject({ failure: 'route-disabled' });
  await world.setRoute({ enabled: 1 });
  world.send = () => ({ kind: 'later', dueAt: world.app.clock.now() + 30_000 });
  world.app.clock.advance(60_000);
  await world.settle();
  expect(await theFile(world)).toMatchObject({ state: 'WRITTEN', failure: null });
});
