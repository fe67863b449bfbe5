import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { acknowledgeFiles, addConnection } from '../../support/deliveries.js';
import { openDeliveries } from '../../support/delivery-services.js';
import { until } from '../../support/test-jobs.js';

it('a connection over which nobody answered in time is known until an attempt ends in another way', async () => {
  const { services, jobs, store, timedOut } = await openDeliveries();
  let answers = false;
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    sockets.push(socket);
    if (answers) socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const connection = await addConnection(services, 'remote-ftp', {
    ...{ protocol: 'SFTP', host: '127.0.0.1', port: (server.address() as AddressInfo).port, username: 'shop' },
    ...{ hostKeys: ['SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'], timeout: 1_000, readyTimeout: 1_000 },
  });
  const reports = () => store.read((db) => db.selectFrom('delivery_reports').select('id').execute());
  await acknowledgeFiles(services, jobs, [{ connection, name: 'po.edi' }]);
  await until(async () => (await reports()).length === 1);
  expect(timedOut.has(connection.id)).toBe(true);
  answers = true;
  await acknowledgeFiles(services, jobs, [{ connection, name: 'po-2.edi' }]);
  await until(async () => (await reports()).length === 2);
  expect(timedOut.has(connection.id)).toBe(false);
});
