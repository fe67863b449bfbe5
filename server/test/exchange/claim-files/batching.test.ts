import { expect, it } from 'vitest';
import { CLAIM_FILE, CLAIMS_GATHER } from '../../../src/exchange/claim-files/claim-file-jobs.js';
import { artifactsOfClaim } from '../../../src/objects/artifact-rows.js';
import { type ClaimFileWorld, claimFileWorld } from '../../support/claim-file-world.js';
import { segmentsOf } from '../../support/claims.js';

/** CLM01 of all claims of an interchange. */
function numbersIn(x12: string): readonly (string | undefined)[] {
  return segmentsOf(x12).flatMap((segment) => (segment.startsWith('CLM*') ? [segment.split('*')[1]] : []));
}

const counts = async (world: ClaimFileWorld) => (await world.files()).map(({ claim_count }) => Number(claim_count));

/** Each claim is in one file, once, which its row names. */
async function eachInOne(world: ClaimFileWorld, ids: readonly string[]): Promise<void> {
  const items = await world.items();
  expect(items.map(({ claim_id }) => claim_id)).toEqual(ids);
  const claims = await world.claims();
  expect(claims.map(({ file_id }) => file_id)).toEqual(items.map(({ file_id }) => file_id));
}

it('claims that wait go together in the order in which they came, as many as the route takes in one file', async () => {
  const world = await claimFileWorld({ claims: { perFile: 3 } });
  const ids = await world.take(7);
  await world.settle();
  expect(await counts(world)).toEqual([3, 3, 1]);
  await eachInOne(world, ids);
  expect(world.sent.map(({ x12 }) => numbersIn(x12))).toEqual([
    ['PCN0', 'PCN1', 'PCN2'],
    ['PCN3', 'PCN4', 'PCN5'],
    ['PCN6'],
  ]);
  const claims = await world.claims();
  const items = await world.items();
  // Each has a set of its own, and its own BHT03.
  expect(items.map(({ transaction_id }) => transaction_id)).toEqual(claims.map(({ trace_id }) => trace_id));
  expect(items.map(({ set_number }) => set_number)).toEqual(['0001', '0002', '0003', '0001', '0002', '0003', '0001']);
  for (const [at, { x12 }] of world.sent.entries()) {
    const [isa = '', gs = ''] = segmentsOf(x12);
    const file = (await world.files())[at];
    expect([isa.split('*')[13], Number(gs.split('*')[6])]).toEqual([
      file?.interchange_number,
      Number(file?.group_number),
    ]);
  }
  // Numbers of claims that were joined are a gap.
  const numbers = (await world.files()).map(({ interchange_number }) => interchange_number);
  expect(new Set(numbers).size).toBe(3);
  expect(claims.every(({ state }) => state === 'DELIVERED')).toBe(true);
});

it('a file has about as many bytes as the route takes; a claim that is larger goes alone', async () => {
  const world = await claimFileWorld();
  const [first = ''] = await world.take(1);
  const size = (await world.document(first, 'output')).length;
  await world.setRoute({ claims: { mostBytes: Math.round(size * 2.5) } });
  await world.take(4);
  await world.settle();
  expect(await counts(world)).toEqual([2, 2, 1]);
  await world.setRoute({ claims: { mostBytes: 10 } });
  await world.take(2);
  await world.settle();
  expect(await counts(world)).toEqual([2, 2, 1, 1, 1]);
});

it('claims wait for others for as long as the route says, and no longer than until there are enough', async () => {
  const world = await claimFileWorld({ claims: { perFile: 3, waitSeconds: 600 } });
  const { clock } = world.app;
  const began = clock.now();
  await world.take(2);
  await world.settle();
  // Nobody looks before a second has passed.
  expect(await world.jobs(CLAIMS_GATHER)).toHaveLength(2);
  clock.advance(1_000);
  await world.settle();
  expect(await world.files()).toEqual([]);
  const waiting = await world.app.queries((queries) => queries.from('jobs').selectAll().execute());
  expect(waiting.map(({ due_at, kind }) => [kind, Number(due_at)])).toEqual([[CLAIMS_GATHER, began + 600_000]]);
  // A third one: that is enough.
  await world.take(1);
  clock.advance(1_000);
  await world.settle();
  expect(await counts(world)).toEqual([3]);
  // One more, which waits for its own time.
  const later = clock.now();
  await world.take(1);
  clock.advance(began + 600_000 - clock.now());
  await world.settle();
  expect(await counts(world)).toEqual([3]);
  clock.advance(later + 600_000 - clock.now() - 1);
  await world.settle();
  expect(await counts(world)).toEqual([3]);
  clock.advance(1);
  await world.settle();
  expect(await counts(world)).toEqual([3, 1]);
  expect(await world.jobs(CLAIMS_GATHER)).toEqual([]);
});

it('one look does for all jobs that came with claims, and those that find nothing write nothing', async () => {
  const world = await claimFileWorld({ claims: { waitSeconds: 600 } });
  await world.take(5);
  const jobs = await world.jobs(CLAIMS_GATHER);
  expect(jobs).toHaveLength(5);
  const [first] = jobs;
  if (first === undefined) throw new Error('There is no job.');
  const outcome = await world.do(first);
  expect(outcome.kind).toBe('done');
  // Itself, which its runner takes away, and the one that waits.
  expect((await world.jobs(CLAIMS_GATHER)).map(({ lane }) => lane?.split('/')[0])).toEqual([
    'claims-gather',
    'claims-wait',
  ]);
  // A second look does not add another.
  await world.do(first);
  expect(await world.jobs(CLAIMS_GATHER)).toHaveLength(2);
});

it('claims that cannot go in one interchange go in several', async () => {
  const world = await claimFileWorld();
  const [route] = world.routes;
  if (route === undefined) throw new Error('There is no route.');
  await world.take(2);
  world.routes = [{ ...route, receiver: { qualifier: 'ZZ', id: 'OTHERGATE' } }];
  await world.take(2);
  await world.settle();
  expect(await counts(world)).toEqual([2, 2]);
  const receivers = world.sent.map(({ x12 }) => segmentsOf(x12)[0]?.split('*')[8]?.trim());
  expect(receivers).toEqual([route.receiver.id, 'OTHERGATE']);
});

it('claims share sets where the route says so, by their submitter, under the BHT03 of the first', async () => {
  const world = await claimFileWorld({ claims: { perSet: 3 } });
  await world.take(5, (request, at) => {
    const submitter = request.submitter as Record<string, unknown>;
    if (at === 2) submitter.organizationName = 'ANOTHER SENDER';
  });
  await world.settle();
  expect(await counts(world)).toEqual([4, 1]);
  const claims = await world.claims();
  const items = await world.items();
  const traces = claims.map(({ trace_id }) => trace_id);
  expect(items.map(({ place, set_number, transaction_id }) => [Number(place), set_number, transaction_id])).toEqual([
    [1, '0001', traces[0]],
    [2, '0001', traces[0]],
    [3, '0001', traces[0]],
    [4, '0002', traces[4]],
    [1, '0001', traces[2]],
  ]);
  expect(segmentsOf(world.sent[0]?.x12 ?? '').filter((segment) => segment.startsWith('ST*'))).toHaveLength(2);
});

it('a claim that is sent again goes under other numbers, also alone', async () => {
  const world = await claimFileWorld();
  const [id = ''] = await world.take(1);
  await world.services.store.write((tx) => tx.updateTable('claims').set({ sending: 2 }).execute());
  await world.settle();
  const [file] = await world.files();
  const first = await world.document(id, 'output');
  expect(file?.interchange_number).not.toBe(segmentsOf(first)[0]?.split('*')[13]);
  // All between the envelopes is as it was judged.
  expect(segmentsOf(world.sent[0]?.x12 ?? '').slice(2, -2)).toEqual(segmentsOf(first).slice(2, -2));
  expect(await world.items()).toMatchObject([{ claim_id: id, sending: 2 }]);
});

it('a claim whose 837 is gone, or cannot be read, is held where an operator sees it, and holds nobody up', async () => {
  const world = await claimFileWorld();
  const ids = await world.take(4);
  const [, gone = '', spoiled = ''] = ids;
  const { services } = world;
  await world.app.queries(async (queries) => {
    const outputs = [...(await artifactsOfClaim(queries, gone)), ...(await artifactsOfClaim(queries, spoiled))];
    for (const { id, usage } of outputs) {
      if (usage === 'output') await queries.delete('artifacts').where('id', '=', id).execute();
    }
  });
  const prepared = await services.artifacts.prepare(world.app.accountId, [
    {
      ...{ model: 'claim', ownerId: spoiled, usage: 'output', name: 'claim.edi', type: 'application/edi-x12' },
      ...{ bytes: Buffer.from('ISA, but nothing of the kind'), sealed: true },
    },
  ]);
  await world.app.queries((queries) => services.artifacts.insert(queries, prepared));
  await world.settle();
  const files = await world.files();
  expect(
    files.map(({ state, failure, claim_count, artifact_id }) => [state, failure, Number(claim_count), artifact_id]),
  ).toEqual([
    ['SENT', null, 2, expect.stringMatching(/./)],
    ['HELD', 'document-gone', 1, ''],
    ['HELD', 'unreadable', 1, ''],
  ]);
  const claims = await world.claims();
  expect(claims.map(({ state }) => state)).toEqual(['DELIVERED', 'QUEUED', 'QUEUED', 'DELIVERED']);
  expect(claims[1]?.file_id).toBe(files[1]?.id);
  // Nothing is left that looks again.
  expect([...(await world.jobs(CLAIMS_GATHER)), ...(await world.jobs(CLAIM_FILE))]).toEqual([]);
});

it('a claim whose 837 was changed where it is kept is held, and keeps nobody else from going', async () => {
  const world = await claimFileWorld();
  const [, spoilt = '', ...ids] = await world.take(3);
  const { store } = world.services;
  await store.write(async (tx) => {
    const of = tx.selectFrom('artifacts').selectAll().where('owner_id', '=', spoilt).where('usage', '=', 'output');
    const { id, bytes } = await of.executeTakeFirstOrThrow();
    const changed = Buffer.from(bytes ?? []).map((byte, at) => (at === 60 ? byte ^ 1 : byte));
    await tx.updateTable('artifacts').set({ bytes: changed }).where('id', '=', id).execute();
  });
  await world.settle();
  const files = await world.files();
  expect(files.map(({ state, failure }) => [state, failure]).sort()).toEqual([
    ['HELD', 'document-gone'],
    ['SENT', null],
  ]);
  const claims = await world.claims();
  expect(claims.filter(({ state }) => state === 'DELIVERED').map(({ id }) => id)).toContain(ids[0]);
  expect(claims.find(({ id }) => id === spoilt)?.state).toBe('QUEUED');
});
