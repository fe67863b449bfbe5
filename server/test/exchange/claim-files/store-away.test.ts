import { expect, it } from 'vitest';
import { noteSent } from '../../../src/exchange/claim-files/delivered-claims.js';
import { StoreError } from '../../../src/store/store.js';
import { claimFileWorld } from '../../support/claim-file-world.js';
import { failingStore } from '../../support/failing-store.js';

it('what a payer has taken while the disk of the store was full is noted once there is room, with what it answered', async () => {
  let isFull = false;
  const full = new StoreError('unavailable', 'The disk of the store is full.');
  const world = await claimFileWorld({ store: (store) => failingStore(store, () => (isFull ? full : undefined)) });
  await world.take(2);
  world.send = () => {
    isFull = true;
    setTimeout(() => {
      isFull = false;
    }, 700);
    return { kind: 'sent', at: world.app.clock.now(), answer: Buffer.from('ISA*') };
  };
  await world.settle();
  expect((await world.files()).map(({ state }) => state)).toEqual(['SENT']);
  expect((await world.claims()).map(({ state }) => state)).toEqual(['DELIVERED', 'DELIVERED']);
  expect([world.sent.length, world.answers.length]).toEqual([1, 1]);
});

it('a file is not held that a run which was taken for dead has noted as sent meanwhile', async () => {
  const world = await claimFileWorld();
  await world.take(1);
  world.send = async ({ services, file }) => {
    await noteSent({ services, file }, world.app.clock.now());
    return { kind: 'failed', failure: 'broken-off', mayHaveArrived: true };
  };
  await world.settle();
  expect((await world.files()).map(({ state, failure }) => [state, failure])).toEqual([['SENT', null]]);
  expect((await world.claims()).map(({ state }) => state)).toEqual(['DELIVERED']);
});
