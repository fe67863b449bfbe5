import { expect, it } from 'vitest';
import { purgeExpired, purgeWith } from '../../../src/maintenance/purge-expired.js';
import { purgeClaimFiles, purgeClaims } from '../../../src/resources/claims/expired.js';
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

it('claims that were not sent are kept with all that is needed to send them; then they go with their files', async () => {
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
  await purge(world);
  expect(await left(world)).toEqual([0, 0, 0, 0]);
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
