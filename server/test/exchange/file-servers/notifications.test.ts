import { payloadOf } from 'ediloom/transports';
import { expect, it } from 'vitest';
import { notificationsColumn } from '../../../src/resources/buckets/notifications.js';
import { eventOf } from '../../../src/resources/functions/invocation-rows.js';
import { createFunction } from '../../../src/resources/functions/rows.js';
import { readAs, writeAs } from '../../support/accounts.js';
import { ACCOUNT } from '../../support/deliveries.js';
import { addPartner, fileWorld, listen, transportOf } from '../../support/file-servers.js';

it.each([['SFTP'], ['FTPS']] as const)('functions hear once of what partners upload over %s', async (protocol) => {
  const { services, clock } = await fileWorld();
  const mill = await addPartner(services, 'MILL');
  await writeAs(services.store, ACCOUNT, async (queries) => {
    const settings = { source: { code: '' }, timeout: 3, logRetention: 'one_day' };
    await createFunction({ queries, clock, mode: 'live' }, 'told', settings);
    const notifications = notificationsColumn({ functions: [{ functionName: 'told' }] });
    await queries.update('buckets').set({ notifications }).where('name', '=', 'files').execute();
  });
  const { [protocol]: listener } = await listen(services);
  const partner = await transportOf(services, listener, mill);
  // Under a temporary name first, and renamed when it is whole.
  for (const name of ['a b.edi', 'ü+1.edi']) await partner.deliver(payloadOf(name, name, Buffer.from('abc')));

  const rows = await readAs(services.store, ACCOUNT, (queries) => queries.from('invocations').selectAll().execute());
  expect(rows.map(({ source, depth, state }) => [source, depth, state])).toEqual([
    ['bucket', 0, 'waiting'],
    ['bucket', 0, 'waiting'],
  ]);
  const told = rows.map((row) => JSON.parse(eventOf(services, row)).Records[0]);
  const md5 = '900150983cd24fb0d6963f7d28e17f72';
  expect(told.map(({ eventName, s3 }) => [s3.object.key, eventName, s3.object.size, s3.object.eTag]).sort()).toEqual([
    ['mill/in/%C3%BC%2B1.edi', 'ObjectCreated:Put', 3, md5],
    ['mill/in/a+b.edi', 'ObjectCreated:Put', 3, md5],
  ]);
});
