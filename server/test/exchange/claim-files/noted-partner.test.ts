import { expect, it } from 'vitest';
import { finishRestore } from '../../../src/backup/finish-restore.js';
import { releaseClaimFile } from '../../../src/exchange/claim-files/release-file.js';
import { noteExecution } from '../../../src/resources/claims/carried-files.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import type { ClaimFiles } from '../../../src/store/claim-tables.js';
import { type ClaimFileWorld, claimFileWorld } from '../../support/claim-file-world.js';

/** A file that was begun to be handed over by a kind of route, and is under way. */
async function begun(kind: string): Promise<ClaimFileWorld> {
  const world = await claimFileWorld();
  await world.take(1);
  await world.setRoute({ kind });
  world.send = () => ({ kind: 'under-way', lookAgainAt: world.app.clock.now() + 60_000 });
  await world.settle();
  return world;
}

async function notedOf(world: ClaimFileWorld) {
  const [file] = await world.files();
  return [file?.carrier_account_id, file?.partnership_id, file?.execution_id];
}

const change = ({ services }: ClaimFileWorld, changed: Partial<ClaimFiles>) =>
  services.store.write((tx) => tx.updateTable('claim_files').set(changed).execute());

/** By an execution that is not kept any more. */
async function carried(world: ClaimFileWorld) {
  const [file] = await world.files();
  const by = { carrierAccountId: world.app.accountId, executionId: 'gone', partnershipId: 'north' };
  await world.services.store.write((tx) =>
    noteExecution(new AccountQueries(tx, file?.account_id ?? ''), file?.id ?? '', by, world.app.clock.now()),
  );
}

async function letGo(world: ClaimFileWorld) {
  const [file] = await world.files();
  await releaseClaimFile(world.services, file?.account_id ?? '', { fileId: file?.id ?? '', as: 'send' });
}

it.each(['caqh-core', 'x12-post'])(
  'a file that is begun to be handed over by %s is noted as of no partnership',
  async (kind) => {
    expect(await notedOf(await begun(kind))).toEqual([null, '', null]);
  },
);

it('of one that a partnership is to carry nothing is noted before it does so', async () => {
  const world = await begun('partnership');
  expect(await notedOf(world)).toEqual([null, null, null]);
  await carried(world);
  expect(await notedOf(world)).toEqual([world.app.accountId, 'north', 'gone']);
});

it('one that is let go once more stays of its partnership until it goes by another way', async () => {
  const world = await begun('partnership');
  await carried(world);
  await change(world, { state: 'HELD' });
  await letGo(world);
  expect(await notedOf(world)).toEqual([world.app.accountId, 'north', null]);
  await world.setRoute({ kind: 'x12-post' });
  world.app.clock.advance(60_000);
  await world.settle();
  expect(await notedOf(world)).toEqual([null, '', null]);
});

it('after a restore nobody knows by whom one went that a route was taking there itself, and of others it is known', async () => {
  const restored = async (world: ClaimFileWorld) => {
    const { store, clock } = world.services;
    const choices = { clock, createdAt: '2026-06-01T00:00:00Z', numbers: 'as-is', deliveries: 'hold' } as const;
    await store.write((tx) => finishRestore(tx, choices));
    expect(await world.files()).toMatchObject([{ state: 'HELD', failure: 'restored' }]);
    return notedOf(world);
  };
  expect(await restored(await begun('caqh-core'))).toEqual([null, null, null]);
  const world = await begun('partnership');
  await carried(world);
  expect(await restored(world)).toEqual([world.app.accountId, 'north', 'gone']);
});
