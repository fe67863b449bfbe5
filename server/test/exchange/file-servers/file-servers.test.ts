import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { payloadOf } from 'ediloom/transports';
import { generateIdentity } from 'ediloom/transports/as2';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { createMetrics } from '../../../src/metrics.js';
import { AccountRoom } from '../../../src/resources/buckets/account-room.js';
import { putObject } from '../../../src/resources/buckets/put-object.js';
import { createBucket } from '../../../src/resources/buckets/rows.js';
import { createSftpUser, makePassword } from '../../../src/resources/sftp-users/rows.js';
import { addAccount, readAs, writeAs } from '../../support/accounts.js';
import { ACCOUNT } from '../../support/deliveries.js';
import { addPartner, arrived, fileWorld, listen, sessionOf, transportOf } from '../../support/file-servers.js';
import { sweptTwice } from '../../support/swept-twice.js';

const ISA =
  'ISA*00*          *00*          *ZZ*MILL           *ZZ*SHOP           *260131*0905*U*00401*000000007*0*T*>~';
const payload = (name: string, text = ISA) => payloadOf(name, name, Buffer.from(text));
const WAIT = { timeout: 60_000 };

describe.each([['SFTP'], ['FTPS']] as const)('the %s server', (protocol) => {
  it('takes files in and gives them out, and writes down who did', async () => {
    const { services } = await fileWorld({ parts: () => ({ metrics: createMetrics({ process: false }) }) });
    const mill = await addPartner(services, 'MILL');
    const { [protocol]: listener } = await listen(services);
    const partner = await transportOf(services, listener, mill);
    await partner.deliver(payload('a.edi'));
    expect(await arrived(services)).toMatchObject([
      {
        name: 'a.edi',
        directory: 'mill/in',
        status: 'STARTED',
        direction: 'INBOUND',
        connection_id: mill.connection.id,
      },
    ]);
    const input = await readAs(services.store, ACCOUNT, (queries) =>
      queries.from('artifacts').selectAll().executeTakeFirstOrThrow(),
    );
    expect(String(Buffer.from(await services.artifacts.read(input)))).toBe(ISA);
    const place = { accountId: ACCOUNT, bucket: 'files', key: 'mill/out/b.edi' };
    await putObject(services, place, Buffer.from('for the mill'));
    for await (const received of partner.receive()) {
      expect(received.name).toBe('b.edi');
      const chunks: Uint8Array[] = [];
      for await (const chunk of received.open()) chunks.push(chunk);
      expect(Buffer.concat(chunks).toString()).toBe('for the mill');
      await received.accept();
      break;
    }
    await vi.waitFor(async () => {
      const audit = await readAs(services.store, ACCOUNT, (queries) =>
        queries.from('audit').select(['action', 'key_id', 'object_id', 'address']).orderBy('id').execute(),
      );
      const of = (action: string) => audit.filter((entry) => entry.action === action);
      const by = { key_id: 'sftp-user:MILL', address: '127.0.0.1' };
      expect(of('upload')).toEqual([{ action: 'upload', ...by, object_id: 'files/mill/in/a.edi' }]);
      expect(of('download')).toMatchObject([{ ...by, object_id: 'files/mill/out/b.edi' }]);
      expect(of('remove')).toMatchObject([{ object_id: 'files/mill/out/b.edi' }]);
    }, WAIT);
    const figures = await services.metrics.text();
    expect(figures).toContain(`ediloom_file_server_total{protocol="${protocol.toLowerCase()}",what="uploaded"} 1`);
    expect(figures).not.toContain('a.edi');
  });

  it('warns of what is put where nothing comes in, without its name', async () => {
    const warned: unknown[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void warned.push(JSON.parse(line)) });
    const { services } = await fileWorld({ parts: () => ({ log }) });
    const mill = await addPartner(services, 'MILL');
    const { [protocol]: listener } = await listen(services);
    const session = await sessionOf(services, listener, mill);
    await session.write('/in/a.edi', pieces(Buffer.from(ISA)));
    await session.write('/in/b.edi.part', pieces(Buffer.from(ISA)));
    await session.rename('/in/b.edi.part', '/in/b.edi', 'plain');
    expect(warned).toEqual([]);
    await session.write('/lost.edi', pieces(Buffer.from(ISA)));
    await session.write('/lost.edi.part', pieces(Buffer.from(ISA)));
    await session.rename('/lost.edi.part', '/out/lost.edi', 'plain');
    const elsewhere = { user: 'MILL', bucket: 'files', msg: expect.stringContaining('has not come in') };
    await vi.waitFor(() => expect(warned).toMatchObject([elsewhere, elsewhere]), WAIT);
    expect(JSON.stringify(warned)).not.toContain('lost');
    expect(await arrived(services)).toHaveLength(2);
  });

  it('takes an upload once, whole, however it comes', async () => {
    const { services } = await fileWorld();
    const mill = await addPartner(services, 'MILL');
    const { [protocol]: listener } = await listen(services);
    const session = await sessionOf(services, listener, mill);
    const bytes = Buffer.alloc(300_000, 'ISA*');
    await session.write('/in/a.edi.filepart', pieces(bytes));
    expect(await arrived(services)).toEqual([]);
    await session.rename('/in/a.edi.filepart', '/in/a.edi', 'plain');
    expect(await arrived(services)).toMatchObject([{ name: 'a.edi' }]);
    await session.rename('/in/a.edi', '/in/done.edi', 'plain');
    expect(await arrived(services)).toHaveLength(1);
    expect((await session.list('/in')).map(({ name, size }) => [name, size])).toEqual([['done.edi', bytes.length]]);
    const read: Uint8Array[] = [];
    for await (const chunk of session.read('/in/done.edi')) read.push(chunk);
    expect(Buffer.concat(read).equals(bytes)).toBe(true);
  });

  it('ends an upload that would leave less of the disk than is to stay free, and keeps nothing of it', async () => {
    const { services } = await fileWorld({
      parts: ({ store, clock, config }) => ({
        spoolRoom: new AccountRoom({
          ...{ store, clock, quotaBytes: undefined },
          disk: { folder: config.dataDir, reserveBytes: Number.MAX_SAFE_INTEGER },
        }),
      }),
    });
    const mill = await addPartner(services, 'MILL');
    const { [protocol]: listener } = await listen(services);
    const session = await sessionOf(services, listener, mill);
    await session.write('/in/small', pieces(Buffer.from(ISA)));
    await expect(session.write('/in/large', pieces(Buffer.alloc(1_000_000)))).rejects.toThrow('no room left');
    expect((await arrived(services)).map(({ name }) => name)).toEqual(['small']);
    const again = await sessionOf(services, listener, mill);
    expect((await again.list('/in')).map(({ name }) => name)).toEqual(['small']);
  });

  it('refuses what would not come in: uploads and renames into the directory of a connection that is disabled', async () => {
    const told: { readonly level: number; readonly msg?: string }[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void told.push(JSON.parse(line)) });
    const { services } = await fileWorld({ parts: () => ({ log }) });
    const mill = await addPartner(services, 'MILL');
    const { [protocol]: listener } = await listen(services);
    const session = await sessionOf(services, listener, mill);
    const setEnabled = (enabled: 0 | 1) =>
      writeAs(services.store, ACCOUNT, (queries) =>
        queries.update('connections').set({ enabled }).where('id', '=', mill.connection.id).execute(),
      );
    const write = (path: string) => session.write(path, pieces(Buffer.from(ISA)));
    const refused = { details: { reason: 'permission-denied' } };
    await write('/in/before.edi.filepart');
    await session.rename('/in/before.edi.filepart', '/in/before.edi', 'plain');
    await write('/in/half.edi.filepart');
    await write('/beside.edi');
    await setEnabled(0);
    await expect(write('/in/a.edi')).rejects.toMatchObject(refused);
    // What has come in stays as it is.
    await expect(write('/in/before.edi')).rejects.toMatchObject(refused);
    await expect(session.rename('/in/half.edi.filepart', '/in/half.edi', 'plain')).rejects.toThrow();
    await expect(session.rename('/beside.edi', '/in/beside.edi', 'plain')).rejects.toThrow();
    await write('/other.edi');
    const names = async (path: string) => (await session.list(path)).map(({ name }) => name).sort();
    expect(await names('/in')).toEqual(['before.edi', 'half.edi.filepart']);
    expect(await names('/')).toEqual(['beside.edi', 'in', 'other.edi', 'out']);
    expect((await arrived(services)).map(({ name }) => name)).toEqual(['before.edi']);
    // The operator is told, by whom and what.
    const disabled = told.filter(({ msg }) => msg?.includes('is disabled that has the directory'));
    expect(disabled).toHaveLength(4);
    expect(disabled[0]).toMatchObject({ level: 40, user: 'MILL' });
    await vi.waitFor(async () => {
      const refusals = await readAs(services.store, ACCOUNT, (queries) =>
        queries.from('audit').select(['object_id', 'address']).where('action', '=', 'refuse').orderBy('id').execute(),
      );
      expect(refusals.map(({ object_id }) => object_id).sort()).toEqual(
        ['a', 'before', 'beside', 'half'].map((name) => `files/mill/in/${name}.edi`),
      );
    }, WAIT);
    await setEnabled(1);
    await write('/in/a.edi');
    await session.rename('/in/half.edi.filepart', '/in/half.edi', 'plain');
    expect((await arrived(services)).map(({ name }) => name)).toEqual(['a.edi', 'before.edi', 'half.edi']);
  });

  it('takes nothing of an upload that breaks off', async () => {
    const { services } = await fileWorld({ parts: () => ({ metrics: createMetrics({ process: false }) }) });
    const mill = await addPartner(services, 'MILL');
    const { [protocol]: listener } = await listen(services);
    const [cut, other] = [await sessionOf(services, listener, mill), await sessionOf(services, listener, mill)];
    let isUnderWay: () => void = () => {};
    const underWay = new Promise<void>((resolve) => {
      isUnderWay = resolve;
    });
    async function* endless() {
      for (;;) {
        yield Buffer.alloc(32_768, 'ISA*');
        isUnderWay();
        await setTimeout(1);
      }
    }
    const writing = cut.write('/in/a.edi', endless()).catch((error: unknown) => error);
    await underWay;
    await cut.close();
    await writing;
    await vi.waitFor(async () => expect(await services.metrics.text()).toContain('what="closed"} 1'), WAIT);
    // The connection ends first, and what came of the file goes then.
    await vi.waitFor(async () => expect(await other.stat('/in/a.edi')).toBeUndefined(), WAIT);
    expect(await other.list('/in')).toEqual([]);
    expect(await arrived(services)).toEqual([]);
  });

  it('has no fault to tell of where clients take the place of each other', async () => {
    const told: { readonly level: number; readonly text?: string }[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void told.push(JSON.parse(line)) });
    const { services } = await fileWorld({ parts: () => ({ log }) });
    const mill = await addPartner(services, 'MILL');
    const { [protocol]: listener } = await listen(services);
    const [one, other] = [await sessionOf(services, listener, mill), await sessionOf(services, listener, mill)];
    let isUnderWay: () => void = () => {};
    const underWay = new Promise<void>((resolve) => {
      isUnderWay = resolve;
    });
    let goOn: () => void = () => {};
    const otherDone = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    async function* slow() {
      yield Buffer.alloc(300_000, 'ISA*');
      isUnderWay();
      await otherDone;
      yield Buffer.from(ISA);
    }
    const writing = one.write('/in/a.edi', slow()).catch((error: unknown) => error);
    await underWay;
    await vi.waitFor(async () => expect(await other.stat('/in/a.edi')).toBeDefined(), WAIT);
    await other.write('/in/a.edi', pieces(Buffer.from(ISA)));
    goOn();
    expect(await writing).toBeInstanceOf(Error);
    await vi.waitFor(
      () => expect(told.map(({ text }) => text)).toContain('another upload has taken the place of this one'),
      WAIT,
    );
    expect(told.filter(({ level }) => level > 40)).toEqual([]);
    expect(await arrived(services)).toHaveLength(1);
  });

  it('confirms nothing that is not committed, and leaves its bytes to the sweep', async () => {
    let isBroken = false;
    const { services } = await fileWorld({
      parts: ({ store }) => ({
        store: {
          dialect: store.dialect,
          write: (work) => (isBroken ? Promise.reject(new Error('The database is gone.')) : store.write(work)),
          read: (work) => store.read(work),
          list: (work) => store.list(work),
          ping: () => store.ping(),
          close: () => store.close(),
        },
      }),
    });
    const mill = await addPartner(services, 'MILL');
    const { [protocol]: listener } = await listen(services);
    const session = await sessionOf(services, listener, mill);
    isBroken = true;
    await expect(session.write('/in/a.edi', pieces(Buffer.from(ISA)))).rejects.toThrow();
    isBroken = false;
    expect(await session.stat('/in/a.edi')).toBeUndefined();
    expect(await arrived(services)).toEqual([]);
    const { store, objects } = services;
    expect(await sweptTwice({ store, objects })).toMatchObject({ removed: 1 });
    await session.write('/in/a.edi', pieces(Buffer.from(ISA)));
    expect(await arrived(services)).toHaveLength(1);
  });

  it('shows each partner their own home, in every process at once', async () => {
    const { services } = await fileWorld();
    const [mill, shop] = [await addPartner(services, 'MILL'), await addPartner(services, 'SHOP')];
    const [one, another] = [await listen(services), await listen(services)];
    const first = await sessionOf(services, one[protocol], mill);
    const second = await sessionOf(services, another[protocol], mill);
    await first.write('/in/a.edi', pieces(Buffer.from(ISA)));
    expect(await second.stat('/in/a.edi')).toMatchObject({ size: ISA.length });
    await second.remove('/in/a.edi');
    expect(await first.list('/in')).toEqual([]);
    const stranger = await sessionOf(services, another[protocol], shop);
    await first.write('/in/b.edi', pieces(Buffer.from(ISA)));
    expect((await stranger.list('/')).map(({ name }) => name).sort()).toEqual(['in', 'out']);
    for (const path of ['/../mill/in/b.edi', '/mill/in/b.edi', '../../mill/in/b.edi']) {
      expect(await stranger.stat(path)).toBeUndefined();
    }
    expect((await arrived(services)).map(({ name }) => name)).toEqual(['a.edi', 'b.edi']);
  });

  it('leaves the homes of others where they are, whoever sees them from above, and says why', async () => {
    const { services, clock } = await fileWorld();
    const [mill, shop] = [await addPartner(services, 'MILL'), await addPartner(services, 'SHOP')];
    const { password, hash } = await makePassword();
    const overseer = { username: 'ALL', description: '', bucket: 'files', homeDirectory: '/', passwordHash: hash };
    await writeAs(services.store, ACCOUNT, (queries) => createSftpUser(queries, clock, overseer));
    const { [protocol]: listener } = await listen(services);
    const above = await sessionOf(services, listener, { ...mill, username: 'ALL', password });
    const refused = { details: { reason: protocol === 'SFTP' ? 'permission-denied' : 'rename-refused' } };
    await expect(above.rename('/mill', '/taken', 'plain')).rejects.toMatchObject(refused);
    await expect(above.write('/shop', pieces(Buffer.from(ISA)))).rejects.toThrow();
    await (await sessionOf(services, listener, mill)).write('/in/a.edi', pieces(Buffer.from(ISA)));
    await (await sessionOf(services, listener, shop)).write('/in/b.edi', pieces(Buffer.from(ISA)));
    expect((await arrived(services)).map(({ directory }) => directory)).toEqual(['mill/in', 'shop/in']);
  });

  it('lets nobody in by a wrong password, and is there as soon as there is a user', async () => {
    const { services } = await fileWorld({ parts: () => ({ metrics: createMetrics({ process: false }) }) });
    const { [protocol]: listener } = await listen(services);
    expect(listener.address).toBeUndefined();
    const mill = await addPartner(services, 'MILL');
    await vi.waitFor(() => expect(listener.address).toBeDefined(), WAIT);
    await expect(sessionOf(services, listener, { ...mill, password: 'wrong' })).rejects.toThrow();
    await expect(sessionOf(services, listener, { ...mill, username: 'NOBODY' })).rejects.toThrow();
    await vi.waitFor(async () => expect(await services.metrics.text()).toContain('what="login-failed"} 2'), WAIT);
    await sessionOf(services, listener, mill);
  });
});

it('a user who is removed or changed does nothing more, and who has the name then has nothing of theirs', async () => {
  const { services, clock } = await fileWorld();
  const mill = await addPartner(services, 'MILL');
  // Without any user the server would close.
  await addPartner(services, 'DAIRY');
  const { SFTP } = await listen(services);
  const session = await sessionOf(services, SFTP, mill);
  await session.write('/in/a', pieces(Buffer.from(ISA)));
  await addAccount(services.store, 'other');
  const { password, hash } = await makePassword();
  await writeAs(services.store, ACCOUNT, (queries) =>
    queries.delete('sftp_users').where('username', '=', 'MILL').execute(),
  );
  await writeAs(services.store, 'other', async (queries) => {
    await createBucket(queries, clock, { name: 'others' });
    const user = { username: 'MILL', description: '', bucket: 'others', homeDirectory: '/', passwordHash: hash };
    await createSftpUser(queries, clock, user);
  });
  const namesake = await sessionOf(services, SFTP, { ...mill, password });
  expect(await namesake.list('/')).toEqual([]);
  clock.advance(60_000);
  await expect(session.list('/in')).rejects.toThrow();
  await expect(session.write('/in/b', pieces(Buffer.from(ISA)))).rejects.toThrow();
  await namesake.write('/c', pieces(Buffer.from(ISA)));
  expect((await arrived(services)).map(({ name }) => name)).toEqual(['a']);
});

it.each(['SFTP', 'FTPS'] as const)(
  '%s: what a user did is in the audit of their account, whoever has the name by then',
  async (protocol) => {
    const { services, clock } = await fileWorld();
    const mill = await addPartner(services, 'MILL');
    await addPartner(services, 'DAIRY');
    await addAccount(services.store, 'other');
    const place = { accountId: ACCOUNT, bucket: 'files', key: 'mill/out/b.edi' };
    await putObject(services, place, Buffer.from('for the mill'));
    const { [protocol]: listener } = await listen(services);
    const session = await sessionOf(services, listener, mill);
    // The clock stands still: the session goes on for a moment, as any does.
    await writeAs(services.store, ACCOUNT, (queries) =>
      queries.delete('sftp_users').where('username', '=', 'MILL').execute(),
    );
    await session.remove('/out/b.edi');
    await writeAs(services.store, 'other', async (queries) => {
      await createBucket(queries, clock, { name: 'others' });
      await createSftpUser(queries, clock, { username: 'MILL', description: '', bucket: 'others', homeDirectory: '/' });
    });
    await session.write('/in/a.edi', pieces(Buffer.from(ISA)));
    for await (const chunk of session.read('/in/a.edi')) expect(String(Buffer.from(chunk))).toBe(ISA);
    const audited = (account: string) =>
      readAs(services.store, account, (queries) =>
        queries.from('audit').select(['action', 'object_id']).where('key_id', '=', 'sftp-user:MILL').execute(),
      );
    await vi.waitFor(
      async () =>
        expect(await audited(ACCOUNT)).toEqual(
          expect.arrayContaining([
            { action: 'remove', object_id: 'files/mill/out/b.edi' },
            { action: 'download', object_id: 'files/mill/in/a.edi' },
          ]),
        ),
      WAIT,
    );
    expect(await audited('other')).toEqual([]);
  },
);

it('a certificate that was renewed is shown from then on, without a restart', async () => {
  const { services } = await fileWorld();
  const mill = await addPartner(services, 'MILL');
  const { FTPS } = await listen(services);
  const before = await sessionOf(services, FTPS, mill);
  const { certFile = '', keyFile = '' } = services.config.ftps?.tls ?? {};
  const renewed = await generateIdentity({ commonName: 'localhost', hosts: ['localhost'], days: 2, key: 'ec' });
  writeFileSync(keyFile, renewed.privateKeyPem);
  writeFileSync(certFile, renewed.certificatePem);
  // Trusts what lies there now.
  const session = await vi.waitFor(() => sessionOf(services, FTPS, mill), { ...WAIT, interval: 50 });
  await before.write('/in/a', pieces(Buffer.from(ISA)));
  expect((await session.list('/in')).map(({ name }) => name)).toEqual(['a']);
});

it('the quota of a home counts what is in the bucket', async () => {
  const { services } = await fileWorld({ config: { uploads: { maxFileBytes: 2000, quotaBytes: 3000 } } });
  const mill = await addPartner(services, 'MILL');
  const place = { accountId: ACCOUNT, bucket: 'files', key: 'mill/in/old' };
  await putObject(services, place, Buffer.alloc(1500));
  const { SFTP } = await listen(services);
  const session = await sessionOf(services, SFTP, mill);
  await expect(session.write('/in/a', pieces(Buffer.alloc(1600)))).rejects.toThrow();
  await expect(session.write('/in/a', pieces(Buffer.alloc(2100)))).rejects.toThrow();
  await session.write('/in/a', pieces(Buffer.alloc(1400)));
  expect((await arrived(services)).map(({ name }) => name)).toEqual(['a', 'old']);
});

async function* pieces(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000);
}
