import { createMemoryFiles } from 'ediloom/transports';
import { createSftpServer, hashPassword } from 'ediloom/transports/sftp-server';
import ssh2 from 'ssh2';
import { describe, expect, it, onTestFinished } from 'vitest';
import { KeptTransports } from '../../../src/exchange/transports/kept-transports.js';
import { createOutgoingGuard } from '../../../src/outgoing/create-outgoing-guard.js';
import type { ConnectionKind, OutboundTransport } from '../../../src/resources/connections/kinds/kind.js';
import { readConnection } from '../../../src/resources/connections/settings-of.js';
import { AccountQueries } from '../../../src/store/account-queries.js';
import type { Connections } from '../../../src/store/tables.js';
import { ACCOUNT, acknowledgeFiles, addConnection } from '../../support/deliveries.js';
import { type Deliveries, openDeliveries } from '../../support/delivery-services.js';
import { until } from '../../support/test-jobs.js';

const PASSWORDS = ['CANARY-first', 'CANARY-second'];

/** A partner whose user may log in with either password, who counts sessions and may end them. */
async function sftpPartner() {
  const files = createMemoryFiles();
  for (const path of ['/in', '/in/a', '/in/b']) await files.makeDirectory(path);
  const hashes = await Promise.all(PASSWORDS.map((password) => hashPassword(password, { cost: 256 })));
  const pair = hostKey();
  const seen = { logins: 0, closed: 0, second: false };
  const server = createSftpServer({
    hostKeys: [pair.private],
    users: async () => ({ name: 'shop', passwordHash: hashes[seen.second ? 1 : 0], files, overwriteOnRename: true }),
    onEvent: ({ kind }) => {
      if (kind === 'login') seen.logins++;
      if (kind === 'closed') seen.closed++;
    },
  });
  const { port } = await server.listen({ port: 0 });
  onTestFinished(() => server.close({ grace: 0 }));
  const settings = { protocol: 'SFTP', host: '127.0.0.1', port, username: 'shop', hostKeys: [pair.public] };
  return { files, seen, settings: { ...settings, outboundSubdirectory: 'in' } };
}

function hostKey(): { readonly private: string; readonly public: string } {
  for (;;) {
    const pair = ssh2.utils.generateKeyPairSync('ed25519');
    // One in 256 that the library makes lacks a byte.
    if (!(ssh2.utils.parseKey(pair.private) instanceof Error)) return pair;
  }
}

async function putPassword({ services, store }: Deliveries, { id }: Connections, value: string): Promise<void> {
  const owner = { purpose: 'connection', ownerId: id, name: 'password' } as const;
  await store.write((tx) => services.secrets.put(new AccountQueries(tx, ACCOUNT), owner, value));
}

/** Delivers files and waits for a report of each. @returns the messages. */
async function deliver(
  { services, jobs, store }: Deliveries,
  connection: Connections,
  files: readonly { readonly name: string; readonly directory?: string }[],
): Promise<readonly string[]> {
  const ids = await acknowledgeFiles(
    services,
    jobs,
    files.map((file) => ({ ...file, connection })),
  );
  const read = () =>
    store.read((db) =>
      db
        .selectFrom('delivery_reports')
        .selectAll()
        .where('execution_id', 'in', [...ids])
        .execute(),
    );
  await until(async () => (await read()).length >= files.length);
  return (await read()).map(({ message }) => message ?? '');
}

describe('what a connection delivers over', () => {
  it('is kept: files into several directories, one after another, are one login', async () => {
    const deliveries = await openDeliveries();
    const partner = await sftpPartner();
    const connection = await addConnection(deliveries.services, 'remote-ftp', partner.settings);
    await putPassword(deliveries, connection, 'CANARY-first');
    for (const directory of ['a', 'b', '/a/']) {
      const [message] = await deliver(deliveries, connection, [{ name: `${directory.length}.edi`, directory }]);
      expect(message).toContain('Delivered as /in/');
    }
    expect(partner.seen).toMatchObject({ logins: 1, closed: 0 });
    expect((await partner.files.list('/in/a')).map(({ name }) => name).sort()).toEqual(['1.edi', '3.edi']);
  });

  it('is another once a secret or a setting changed, and the one before is closed', async () => {
    const deliveries = await openDeliveries();
    const partner = await sftpPartner();
    const connection = await addConnection(deliveries.services, 'remote-ftp', partner.settings);
    await putPassword(deliveries, connection, 'CANARY-first');
    await deliver(deliveries, connection, [{ name: '1.edi' }]);
    partner.seen.second = true;
    await putPassword(deliveries, connection, 'CANARY-second');
    expect(await deliver(deliveries, connection, [{ name: '2.edi' }])).toEqual(['Delivered as /in/2.edi.']);
    await until(async () => partner.seen.closed === 1);
    const settings = JSON.stringify({ ...partner.settings, outboundSubdirectory: 'in/b' });
    await deliveries.store.write((tx) =>
      tx.updateTable('connections').set({ settings }).where('id', '=', connection.id).execute(),
    );
    expect(await deliver(deliveries, connection, [{ name: '3.edi' }])).toEqual(['Delivered as /in/b/3.edi.']);
    expect(partner.seen.logins).toBe(3);
  });

  it('never has the secrets of now for a host of before, however long the file was read', async () => {
    const deliveries = await openDeliveries();
    const { services, store } = deliveries;
    const [before, now] = [await sftpPartner(), await sftpPartner()];
    // Who was the partner would take the new password, too.
    for (const { seen } of [before, now]) seen.second = true;
    const connection = await addConnection(services, 'remote-ftp', before.settings);
    await putPassword(deliveries, connection, 'CANARY-first');
    const { artifacts } = services;
    let isMoved = false;
    const moved = async () => {
      if (isMoved) return;
      isMoved = true;
      const settings = JSON.stringify(now.settings);
      await store.write((tx) =>
        tx.updateTable('connections').set({ settings }).where('id', '=', connection.id).execute(),
      );
      await putPassword(deliveries, connection, 'CANARY-second');
    };
    const read: typeof artifacts.read = (row) => moved().then(() => artifacts.read(row));
    Object.assign(services, { artifacts: { ...artifacts, read } });
    expect(await deliver(deliveries, connection, [{ name: '1.edi' }])).toEqual(['Delivered as /in/1.edi.']);
    expect([before.seen.logins, now.seen.logins]).toEqual([0, 1]);
  });

  it('asks the outgoing guard at each login: a name that leads elsewhere later is refused later', async () => {
    let address = '127.0.0.1';
    const resolve = async () => [{ address, family: 4 } as const];
    const outgoing = createOutgoingGuard({ allowedNetworks: ['127.0.0.0/8'], resolve });
    const deliveries = await openDeliveries({ outgoing });
    const partner = await sftpPartner();
    const settings = { ...partner.settings, host: 'edi.partner.example' };
    const connection = await addConnection(deliveries.services, 'remote-ftp', settings);
    await putPassword(deliveries, connection, 'CANARY-first');
    expect(await deliver(deliveries, connection, [{ name: '1.edi' }])).toEqual(['Delivered as /in/1.edi.']);
    address = '10.0.0.1';
    expect(await deliver(deliveries, connection, [{ name: '2.edi' }])).toEqual(['Delivered as /in/2.edi.']);
    await putPassword(deliveries, connection, 'CANARY-second');
    const [refused] = await deliver(deliveries, connection, [{ name: '3.edi' }]);
    expect(refused).toContain('not public');
    expect(partner.seen.logins).toBe(1);
  });
});

describe('kept transports', () => {
  /** A kind that counts what it opens and closes. */
  async function counting(options?: { readonly most?: number }) {
    const { services } = await openDeliveries();
    const seen = { opened: 0, closed: 0, fails: false };
    const row = await addConnection(services, 'remote-ftp', {});
    const open = (): OutboundTransport => {
      if (seen.fails) throw new Error('it cannot be opened');
      seen.opened++;
      const gone = async () => {
        throw new Error('no such step');
      };
      return { kind: 'test', deliver: gone, check: gone, close: async () => void seen.closed++ };
    };
    const read = readConnection(row);
    const kind: ConnectionKind = { ...read.kind, open };
    const target = (id: string, more: Partial<Connections> = {}) => ({
      ...{ deliveryId: 'd', bucketExists: false },
      read: { ...read, kind, connection: { ...row, id, ...more } },
    });
    const transports = new KeptTransports(services, options);
    onTestFinished(() => transports.close());
    return { seen, target, transports };
  }

  it('are bounded: the one that rested longest goes, and none that is used', async () => {
    const { seen, target, transports } = await counting({ most: 2 });
    await transports.use(target('used'), async () => {
      for (const id of ['a', 'b', 'c']) await transports.use(target(id), async () => {});
      await transports.use(target('used'), async () => {});
      expect(seen).toMatchObject({ opened: 4, closed: 2 });
    });
    expect(transports.size).toBe(2);
    await transports.use(target('c'), async () => {});
    expect(seen.opened).toBe(4);
  });

  it('are closed after their work, once another version has taken their place', async () => {
    const { seen, target, transports } = await counting();
    await transports.use(target('a'), async () => {
      await transports.use(target('a', { settings: '{"host":"other.example"}' }), async () => {});
      expect(seen).toMatchObject({ opened: 2, closed: 0 });
    });
    await until(async () => seen.closed === 1);
  });

  it('are never those of another account', async () => {
    const { seen, target, transports } = await counting();
    await transports.use(target('a'), async () => {});
    await transports.use(target('a', { account_id: 'account-2' }), async () => {});
    expect(seen.opened).toBe(2);
  });

  it('are opened anew after one could not be', async () => {
    const { seen, target, transports } = await counting();
    seen.fails = true;
    await expect(transports.use(target('a'), async () => {})).rejects.toThrow();
    seen.fails = false;
    await transports.use(target('a'), async () => {});
    expect(seen).toMatchObject({ opened: 1, closed: 0 });
  });

  it('are all closed with the process, and none is kept after that', async () => {
    const { seen, target, transports } = await counting();
    await transports.use(target('a'), async () => {});
    await transports.close();
    await transports.use(target('b'), async () => {});
    expect(seen).toMatchObject({ opened: 2, closed: 2 });
    expect(transports.size).toBe(0);
  });
});
