import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createMemoryJournal } from 'ediloom/transports';
import {
  createAs2Endpoint,
  createAs2Server,
  generateIdentity,
  partnershipFrom,
  readCertificates,
  readIdentity,
} from 'ediloom/transports/as2';
import { createFtpsServer } from 'ediloom/transports/ftps-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkConnection } from '../../../src/exchange/transports/check-connection.js';
import { createOutgoingGuard } from '../../../src/outgoing/create-outgoing-guard.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import type { Connections } from '../../../src/store/tables.js';
import { ACCOUNT, acknowledgeFiles, addConnection } from '../../support/deliveries.js';
import { connect, type Deliveries, openDeliveries } from '../../support/delivery-services.js';
import { hostKey, PASSWORD, partnerHome, sftpPartner, textOf } from '../../support/sftp-partner.js';
import { until } from '../../support/test-jobs.js';

const INTERVAL = 360_000;

async function deliver(deliveries: Deliveries, connection: Connections, name: string, text: string) {
  const { services, jobs } = deliveries;
  const [id = ''] = await acknowledgeFiles(services, jobs, [{ connection, name, text }]);
  return { id, reports: (count: number) => reports(deliveries, id, count) };
}

async function reports({ store }: Deliveries, id: string, count: number) {
  const read = () =>
    store.read((db) =>
      db.selectFrom('delivery_reports').selectAll().where('execution_id', '=', id).orderBy('attempt').execute(),
    );
  await until(async () => (await read()).length >= count);
  return read();
}

describe('deliveries to other machines', () => {
  it('go over SFTP, replace a file of the same name, and are checked beforehand', async () => {
    const deliveries = await openDeliveries();
    const partner = await sftpPartner();
    const settings = {
      protocol: 'SFTP',
      host: '127.0.0.1',
      port: partner.port,
      username: 'shop',
      hostKeys: [partner.hostKey],
      outboundSubdirectory: 'in',
    };
    const connection = await connect(deliveries, 'remote-ftp', settings, { password: PASSWORD });
    const report = await checkConnection(deliveries.services, connection);
    expect(report).toMatchObject({ kind: 'remote-ftp', ok: true, facts: { transport: 'sftp' } });
    const looks = { ...settings, enablePolling: true, inboundSubdirectory: 'nowhere' };
    const looking = await connect(deliveries, 'remote-ftp', looks, { password: PASSWORD });
    const { ok, steps } = await checkConnection(deliveries.services, looking);
    expect([ok, steps.map((step) => `${step.name} ${step.ok}`)]).toEqual([
      false,
      ['connect true', 'list /in true', 'list /nowhere false'],
    ]);
    const first = await deliver(deliveries, connection, 'po.edi', 'one');
    expect(await first.reports(1)).toMatchObject([{ status: 'DELIVERED', message: 'Delivered as /in/po.edi.' }]);
    await (await deliver(deliveries, connection, 'po.edi', 'two')).reports(1);
    expect(await textOf(partner.files, '/in/po.edi')).toBe('two');
    expect((await partner.files.list('/in')).map(({ name }) => name)).toEqual(['po.edi']);
  });

  it('tell what to do where the host key is not pinned or the password is wrong, and never the password', async () => {
    const deliveries = await openDeliveries();
    const partner = await sftpPartner();
    const settings = {
      protocol: 'SFTP',
      host: '127.0.0.1',
      port: partner.port,
      username: 'shop',
      rootDirectory: '/in',
    };
    const unpinned = await connect(deliveries, 'remote-ftp', settings, { password: PASSWORD });
    const [refused] = await (await deliver(deliveries, unpinned, 'a.edi', 'x')).reports(1);
    expect(refused?.message).toContain('No host key is pinned');
    const check = await checkConnection(deliveries.services, unpinned);
    expect(check.ok).toBe(false);
    expect(JSON.stringify(check.facts)).toContain('SHA256:');
    const pinned = { ...settings, hostKeys: [partner.hostKey] };
    const wrong = await connect(deliveries, 'remote-ftp', pinned, { password: `${PASSWORD}-wrong` });
    const [login] = await (await deliver(deliveries, wrong, 'b.edi', 'x')).reports(1);
    expect(login?.message).toContain('refused the login');
    const all = JSON.stringify([refused, login, check, await checkConnection(deliveries.services, wrong)]);
    expect(all).not.toContain('CANARY');
  });

  it('are tried again at the partner who was down, and only look where the file has arrived', async () => {
    const deliveries = await openDeliveries();
    const { services, jobs } = deliveries;
    const partner = await sftpPartner();
    const settings = {
      protocol: 'SFTP',
      host: '127.0.0.1',
      port: 1,
      username: 'shop',
      hostKeys: [partner.hostKey],
      rootDirectory: 'in',
    };
    const connection = await connect(deliveries, 'remote-ftp', settings, { password: PASSWORD });
    const file = await deliver(deliveries, connection, 'po.edi', 'one');
    expect((await file.reports(1))[0]?.message).toContain('Nothing listens');
    const mended = JSON.stringify({ ...settings, port: partner.port });
    await deliveries.store.write((tx) => tx.updateTable('connections').set({ settings: mended }).execute());
    services.clock.jump(INTERVAL);
    jobs.wake();
    expect((await file.reports(2)).map(({ status }) => status)).toEqual(['FAILED', 'DELIVERED']);
    // The process died after the rename and before it could write that down: the next only finds it.
    await partner.files.remove('/in/po.edi');
    const payload = {
      kind: 'deliver',
      class: 'remote-delivery' as const,
      over: connection.id,
      payload: { executionId: file.id },
    };
    await deliveries.store.write((tx) => jobs.enqueue(new AccountQueries(tx, ACCOUNT), payload));
    expect(
      (await file.reports(3)).some(({ message }) => message.includes('An earlier attempt had delivered it.')),
    ).toBe(true);
    expect(await partner.files.stat('/in/po.edi')).toBeUndefined();
  });

  it('go over FTPS, whose certificate is for the name though the address was checked', async () => {
    const deliveries = await openDeliveries();
    const home = await partnerHome();
    const tls = await generateIdentity({ commonName: 'localhost', hosts: ['localhost'], days: 30 });
    const server = createFtpsServer({
      tls: { certificate: tls.certificatePem, privateKey: tls.privateKeyPem },
      users: home.users,
      uploaded: async () => {},
    });
    const { port } = await server.listen({ port: 0 });
    onTestFinished(() => server.close());
    const settings = {
      protocol: 'FTPS',
      host: 'localhost',
      port,
      username: 'shop',
      rootDirectory: '/in',
      ftpsAdvancedFields: { ca: tls.certificatePem },
    };
    const connection = await connect(deliveries, 'remote-ftp', settings, { password: PASSWORD });
    const file = await deliver(deliveries, connection, 'po.edi', 'over TLS');
    expect(await file.reports(1)).toMatchObject([{ status: 'DELIVERED' }]);
    expect(await textOf(home.files, '/in/po.edi')).toBe('over TLS');
  });

  it('go over AS2 under one Message-ID in every attempt, and keep the receipt', async () => {
    const deliveries = await openDeliveries();
    const { services, store } = deliveries;
    const validFrom = new Date(services.clock.now() - 86_400_000);
    const [us, them] = await Promise.all(
      ['shop', 'mill'].map((commonName) => generateIdentity({ commonName, days: 90, validFrom })),
    );
    if (us === undefined || them === undefined) throw new Error('Two were asked for.');
    const [certificate] = readCertificates(us.certificatePem);
    if (certificate === undefined) throw new Error('One was made.');
    const endpoint = createAs2Endpoint({
      partnerships: [
        partnershipFrom({
          ourId: 'MILL',
          partnerId: 'SHOP',
          identities: [
            { identity: readIdentity({ certificate: them.certificatePem, privateKey: them.privateKeyPem }) },
          ],
          certificates: [{ certificate }],
        }),
      ],
      journal: createMemoryJournal(),
      now: () => new Date(services.clock.now()),
    });
    const server = createAs2Server(endpoint);
    const { port } = await server.listen({ port: 0 });
    onTestFinished(async () => {
      await server.close();
      await endpoint.close();
    });
    const seen: { text: string; name: string; origin: string }[] = [];
    void (async () => {
      for await (const inbound of endpoint.receive()) {
        const chunks: Uint8Array[] = [];
        for await (const chunk of inbound.open()) chunks.push(chunk);
        seen.push({
          text: Buffer.concat(chunks).toString(),
          name: inbound.name,
          origin: JSON.stringify(inbound.origin),
        });
        if (seen.length === 1) await inbound.reject();
        else await inbound.accept();
      }
    })().catch(() => undefined);
    const settings = {
      localAs2Id: 'SHOP',
      partnerAs2Id: 'MILL',
      outboundSettings: { enabled: true, partnerServerUrl: `http://127.0.0.1:${port}/as2`, compression: 'ZLIB' },
      localSigning: { publicCertificate: us.certificatePem },
      partnerEncryption: { publicCertificate: them.certificatePem },
    };
    const connection = await connect(deliveries, 'as2', settings, { localSigningPrivateKey: us.privateKeyPem });
    const check = await checkConnection(services, connection);
    expect(check).toMatchObject({ kind: 'as2', ok: true });
    const file = await deliver(deliveries, connection, 'po.edi', 'ISA*over AS2~');
    expect(await file.reports(1)).toMatchObject([
      { status: 'FAILED', message: expect.stringContaining('disposition') },
    ]);
    services.clock.jump(INTERVAL);
    deliveries.jobs.wake();
    const [, report] = await file.reports(2);
    expect(report).toMatchObject({ status: 'DELIVERED', message: expect.stringContaining("The partner's receipt:") });
    expect(seen).toMatchObject([1, 2].map(() => ({ text: 'ISA*over AS2~', name: 'po.edi' })));
    expect(seen[0]?.origin).toContain(file.id);
    expect(seen[1]?.origin).toBe(seen[0]?.origin);
    const { mdn_file } = JSON.parse(report?.metadata ?? '{}');
    const kept = await store.read((db) =>
      db.selectFrom('artifacts').selectAll().where('id', '=', mdn_file.pointer).executeTakeFirstOrThrow(),
    );
    expect(Buffer.from(await services.artifacts.read(kept)).toString()).toContain('disposition');
  });

  it('are refused where the address is not public, in every protocol, before a byte is sent', async () => {
    const outgoing = createOutgoingGuard({ allowedNetworks: [] });
    const deliveries = await openDeliveries({ outgoing });
    const partner = await sftpPartner();
    const ftp = { host: '127.0.0.1', port: partner.port, username: 'shop', hostKeys: [partner.hostKey] };
    const connections = [
      await connect(deliveries, 'remote-ftp', { ...ftp, protocol: 'SFTP' }, { password: PASSWORD }),
      await connect(deliveries, 'remote-ftp', { ...ftp, protocol: 'FTPS', host: 'localhost' }, { password: PASSWORD }),
      await connect(
        deliveries,
        'as2',
        {
          localAs2Id: 'SHOP',
          partnerAs2Id: 'MILL',
          outboundSettings: {
            enabled: true,
            partnerServerUrl: `http://[::ffff:7f00:1]:${partner.port}/`,
            encryptionAlgorithm: 'none',
          },
        },
        {},
      ),
    ];
    for (const connection of connections) {
      const [report] = await (await deliver(deliveries, connection, 'po.edi', 'x')).reports(1);
      expect(report).toMatchObject({ status: 'FAILED', message: expect.stringContaining('ALLOW_PRIVATE_NETWORKS') });
      expect(await checkConnection(deliveries.services, connection)).toMatchObject({
        ok: false,
        steps: [{ ok: false, text: expect.stringContaining('not public') }],
      });
    }
  });

  it('go to a folder of the operator', async () => {
    const deliveries = await openDeliveries();
    const connection = await addConnection(deliveries.services, 'folder', { root: deliveries.folder });
    const file = await deliver(deliveries, connection, 'po.edi', 'in a folder');
    expect(await file.reports(1)).toMatchObject([{ status: 'DELIVERED' }]);
    expect(await readFile(join(deliveries.folder, 'po.edi'), 'utf8')).toBe('in a folder');
  });

  it('try again within an attempt as often as the connection says', async () => {
    const deliveries = await openDeliveries();
    let connections = 0;
    const server = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const settings = {
      protocol: 'SFTP',
      host: '127.0.0.1',
      port,
      username: 'shop',
      hostKeys: [hostKey().public],
      retries: 1,
    };
    const connection = await connect(deliveries, 'remote-ftp', settings, { password: PASSWORD });
    const file = await deliver(deliveries, connection, 'po.edi', 'x');
    expect(await file.reports(1)).toMatchObject([{ status: 'FAILED', attempt: 1 }]);
    expect(connections).toBe(2);
  });

  it('take no more room than the partner gives: the others go on, and each has its turn', async () => {
    const deliveries = await openDeliveries();
    const { services, jobs, store } = deliveries;
    const sockets: Socket[] = [];
    const server = createServer((socket) => void sockets.push(socket));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const silent = { protocol: 'SFTP', host: '127.0.0.1', port, username: 'shop', hostKeys: [hostKey().public] };
    const connection = await connect(deliveries, 'remote-ftp', silent, { password: PASSWORD });
    const stuck = Array.from({ length: 100 }, (_, n) => ({ connection, name: `stuck-${n}.edi` }));
    await acknowledgeFiles(services, jobs, stuck);
    const bucket = await addConnection(services, 'bucket', { bucketName: 'out' });
    await (await deliver(deliveries, bucket, 'po.edi', 'x')).reports(1);
    const rowsNow = () => store.read((db) => db.selectFrom('jobs').selectAll().execute());
    await until(async () => (await rowsNow()).filter(({ state }) => state === 'running').length === 3 * 8);
    const rows = await rowsNow();
    const waiting = rows.filter(({ state }) => state === 'waiting');
    // Nobody has touched those for which there is no session.
    expect(waiting.every(({ due_at, attempt, lease }) => due_at <= services.clock.now() && attempt + lease === 0)).toBe(
      true,
    );
    expect(waiting).toHaveLength(100 - 3 * 8);
    // One login at a time, which the other deliveries wait for.
    await until(() => sockets.length > 0);
    await rowsNow();
    expect(sockets).toHaveLength(1);
  });
});
