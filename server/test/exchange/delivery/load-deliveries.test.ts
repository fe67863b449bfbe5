import { expect, it } from 'vitest';
import { DeliveryLoader } from '../../../src/exchange/delivery/load-deliveries.js';
import { acknowledgeFiles, addConnection } from '../../support/deliveries.js';
import { openDeliveries } from '../../support/delivery-services.js';

it('a connection of a kind that a later version has made fails its own deliveries and no others', async () => {
  const { services, jobs, store } = await openDeliveries();
  const sound = await addConnection(services, 'bucket', { bucketName: 'out' });
  const later = await addConnection(services, 'bucket', { bucketName: 'out' });
  const ids = await acknowledgeFiles(services, jobs, [
    { connection: sound, name: 'a.edi', text: 'ISA*1~' },
    { connection: later, name: 'b.edi', text: 'ISA*2~' },
  ]);
  await store.write((tx) => tx.updateTable('connections').set({ kind: 'pigeon' }).where('id', '=', later.id).execute());
  const loader = new DeliveryLoader(store);
  const loaded = await Promise.allSettled(ids.map((id) => loader.load(sound.account_id, id)));
  expect(loaded.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(loaded[1]).toMatchObject({ reason: { message: expect.stringContaining('pigeon') } });
});
