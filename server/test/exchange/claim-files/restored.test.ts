import { expect, it } from 'vitest';
import { finishRestore } from '../../../src/backup/finish-restore.js';
import { releaseClaimFile } from '../../../src/exchange/claim-files/release-file.js';
import { purgeWith } from '../../../src/maintenance/purge-expired.js';
import { purgeClaimFiles, purgeClaims } from '../../../src/resources/claims/expired.js';
import { type ClaimFileWorld, claimFileWorld } from '../../support/claim-file-world.js';

const restore = ({ services: { store, clock } }: ClaimFileWorld, deliveries: 'hold' | 'send') =>
  store.write((tx) => finishRestore(tx, { clock, createdAt: '2026-06-01T00:00:00Z', numbers: 'as-is', deliveries }));

/** One file under way, one that its payer has, claims that wait. */
async function opened(): Promise<{ readonly world: ClaimFileWorld; readonly ids: readonly string[] }> {
  const world = await claimFileWorld();
  const [delivered = ''] = await world.take(1);
  await world.settle();
  // Its claims were not told so far.
  await world.services.store.write(async (tx) => {
    await tx.updateTable('claim_files').set({ state: 'WRITTEN' }).execute();
  });
  world.send = () => ({ kind: 'later', dueAt: world.app.clock.now() + 60_000 });
  const [written = ''] = await world.take(1);
  await world.settle();
  const waiting = await world.take(2);
  return { world, ids: [delivered, written, ...waiting] };
}

it('what may have been sent after the backup is held after a restore, also what waited, and leaves by nobody but an operator', async () => {
  const { world, ids } = await opened();
  expect(await restore(world, 'hold')).toMatchObject({ heldClaimFiles: 2 });
  world.send = () => ({ kind: 'sent', at: world.app.clock.now() });
  const before = world.sent.length;
  world.app.clock.advance(86_400_000);
  // Nor does a claim that comes take them with it.
  const [newer = ''] = await world.take(1);
  await world.settle();
  expect(world.sent.length - before).toBe(1);
  const files = await world.files();
  const items = await world.items();
  const file = (claim: string) =>
    files.find(({ id }) => items.some((one) => one.claim_id === claim && one.file_id === id));
  const shown = [...ids, newer].map((id) => [file(id)?.state, file(id)?.failure, Number(file(id)?.claim_count)]);
  expect(shown).toEqual([
    ['WRITTEN', null, 1],
    ['HELD', 'restored', 1],
    ['HELD', 'restored', 2],
    ['HELD', 'restored', 2],
    ['SENT', null, 1],
  ]);
  expect(file(ids[2] ?? '')?.artifact_id).toBe('');
  expect((await world.claims()).map(({ file_id }) => file_id)).toEqual([...ids, newer].map((id) => file(id)?.id));
});

it('where the operator says that nothing was sent since, all goes on', async () => {
  const { world } = await opened();
  expect(await restore(world, 'send')).toMatchObject({ heldClaimFiles: 0 });
  world.send = () => ({ kind: 'sent', at: world.app.clock.now() });
  world.app.clock.advance(60_000);
  await world.settle();
  const states = (await world.claims()).map(({ state }) => state);
  expect(states).toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED', 'DELIVERED']);
});

it('claims that waited at the backup count as handed over where their payer has them, and go with their file when their time has come', async () => {
  const world = await claimFileWorld();
  const { services, app } = world;
  await world.take(2);
  const expiresAt = app.clock.now() + 1_000;
  await services.store.write((tx) => tx.updateTable('claims').set({ expires_at: expiresAt }).execute());
  await restore(world, 'hold');
  const [held] = await world.files();
  const release = (as: 'send' | 'sent') =>
    releaseClaimFile(services, held?.account_id ?? '', { fileId: held?.id ?? '', as });
  expect(await release('sent')).toBe('sent');
  await expect(release('send')).rejects.toThrow('not held');
  await world.settle();
  expect((await world.claims()).map(({ state, file_id }) => [state, file_id])).toEqual([
    ['DELIVERED', held?.id],
    ['DELIVERED', held?.id],
  ]);
  expect([world.sent, (await world.files()).map(({ state }) => state)]).toEqual([[], ['SENT']]);
  app.clock.advance(400 * 86_400_000);
  await purgeWith(purgeClaims, services);
  await purgeWith(purgeClaimFiles, services);
  expect([await world.claims(), await world.files(), await world.items()]).toEqual([[], [], []]);
});
