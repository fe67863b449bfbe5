import { expect, it } from 'vitest';
import { purgeExpired, purgeWith } from '../../../src/maintenance/purge-expired.js';
import { answersUntil } from '../../../src/resources/claims/deadlines.js';
import { purgeClaimFiles, purgeClaims } from '../../../src/resources/claims/expired.js';
import { historyOf } from '../../../src/resources/claims/rows.js';
import { type ClaimFileWorld, claimFileWorld } from '../../support/claim-file-world.js';

/** All that goes by its own age, as the server does it. */
async function purge({ services: { store, clock } }: ClaimFileWorld): Promise<void> {
  await purgeExpired({ store, clock });
  await purgeWith(purgeClaims, { store, clock });
  await purgeWith(purgeClaimFiles, { store, clock });
}

async function left(world: ClaimFileWorld) {
  const artifacts = await world.app.queries((queries) => queries.from('artifacts').select('id').execute());
  const rows = [await world.claims(), await world.files(), await world.items(), artifacts];
  return rows.map(({ length }) => length);
}

const expireAll = ({ services: { store, clock } }: ClaimFileWorld) =>
  store.write(async (tx) => {
    for (const table of ['claims', 'claim_files', 'artifacts'] as const) {
      await tx
        .updateTable(table)
        .set({ expires_at: clock.now() - 1 })
        .execute();
    }
  });

it('claims that were not sent are kept until they were, and then until their answers may have come; then they go with their files', async () => {
  const world = await claimFileWorld({ claims: { perFile: 2 } });
  await world.take(3);
  await expireAll(world);
  await purge(world);
  // They wait: nothing of them is gone.
  expect(await left(world)).toEqual([3, 0, 0, 9]);
  world.send = () => ({ kind: 'later', dueAt: world.app.clock.now() + 60_000 });
  await world.settle();
  await expireAll(world);
  await purge(world);
  expect(await left(world)).toEqual([3, 2, 3, 11]);
  world.send = () => ({ kind: 'sent', at: world.app.clock.now() });
  world.app.clock.advance(60_000);
  await world.settle();
  const { clock } = world.app;
  const until = answersUntil(clock.now());
  expect(until).toBeGreaterThan(clock.now() + 31 * 86_400_000);
  await purge(world);
  expect(await left(world)).toEqual([3, 2, 3, 11]);
  const [first] = await world.claims();
  const history = await world.app.queries((queries) => historyOf(queries, first?.id ?? ''));
  expect(history.map(({ state }) => state).sort()).toEqual(['DELIVERED', 'QUEUED']);
  clock.advance(until - clock.now() - 1);
  await purge(world);
  expect(await left(world)).toEqual([3, 2, 3, 11]);
  clock.advance(1);
  await purge(world);
  expect(await left(world)).toEqual([0, 0, 0, 0]);
});

it('claims and files that go later by themselves, or never, are left so by their delivery', async () => {
  const world = await claimFileWorld();
  const [first = '', second = ''] = await world.take(2);
  const later = world.app.clock.now() + 400 * 86_400_000;
  await world.services.store.write((tx) =>
    tx.updateTable('claims').set({ expires_at: later }).where('id', '=', first).execute(),
  );
  await world.settle();
  const times = new Map((await world.claims()).map(({ id, state, expires_at }) => [id, [state, expires_at]]));
  expect([times.get(first), times.get(second)]).toEqual([
    ['DELIVERED', later],
    ['DELIVERED', null],
  ]);
  expect((await world.files()).map(({ expires_at }) => expires_at)).toEqual([null]);
});

it('files that are held are kept, and files of many claims go portion by portion', async () => {
  const world = await claimFileWorld();
  await world.take(5);
  world.send = () => ({ kind: 'failed', failure: 'timed-out', mayHaveArrived: true });
  await world.settle();
  await expireAll(world);
  await purge(world);
  expect(await left(world)).toEqual([5, 1, 5, 16]);
  const { store, clock } = world.services;
  await store.write((tx) => tx.updateTable('claim_files').set({ state: 'SENT' }).execute());
  const portions: number[] = [];
  for (let gone = 2; gone > 0; portions.push(gone)) {
    gone = await store.write((tx) => purgeClaimFiles(tx, clock.now(), 2));
  }
  // Two, two, one with its file; and then there is nothing.
  expect(portions).toEqual([2, 2, 2, 0]);
  expect((await left(world)).slice(1, 3)).toEqual([0, 0]);
});
