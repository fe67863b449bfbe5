import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect as connectTo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { VirtualFiles } from 'ediloom/transports';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mendPolling } from '../../../src/resources/connections/mend-polling.js';
import { setLastPoll } from '../../../src/resources/connections/rows.js';
import { readAs, writeAs } from '../../support/accounts.js';
import { ACCOUNT, addConnection } from '../../support/deliveries.js';
import {
  arrived,
  change,
  connect,
  connectionOf,
  look,
  MINUTE,
  poller,
  pollingWorld,
  pollJobs,
  sftpHome,
  temporaryFolder,
  untilArrived,
  untilRested,
} from '../../support/polling-world.js';
import { testJobs, until } from '../../support/test-jobs.js';

const REMOVE = { deleteAfterRetrieval: true };

describe("files at a partner's", () => {
  it('are picked up at once, with their bytes, removed, and looked for again after the interval', async () => {
    const world = await pollingWorld();
    const home = await sftpHome();
    await home.put('/in/a.edi', 'ISA*a~');
    await home.put('/in/b.edi', 'x'.repeat(100_000));
    const connection = await connect(world, { ...home.settings, ...REMOVE });
    await untilArrived(world, ['a.edi', 'b.edi']);
    const [first] = await arrived(world);
    expect(first).toMatchObject({ status: 'STARTED', connection_id: connection.id, directory: 'in', key_mode: 'live' });
    const inputs = await readAs(world.services.store, ACCOUNT, (queries) =>
      queries
        .from('artifacts')
        .selectAll()
        .where('owner_id', '=', first?.id ?? '')
        .execute(),
    );
    const [input] = inputs;
    if (input === undefined) throw new Error('It has one.');
    expect(Buffer.from(await world.services.artifacts.read(input)).toString()).toBe('ISA*a~');
    await until(async () => (await home.names('/in')).length === 0);
    await untilRested(world);
    const [job, ...others] = await pollJobs(world);
    expect(others).toEqual([]);
    expect(Math.abs(Number(job?.due_at) - world.clock.now())).toBeLessThanOrEqual(MINUTE);
    await home.put('/in/c.edi');
    const after = await look(world, connection.id);
    await untilArrived(world, ['a.edi', 'b.edi', 'c.edi']);
    expect(after.poll_trouble).toBeNull();
  });

  it('stay, or go to the archive, and are picked up once', async () => {
    const world = await pollingWorld();
    const home = await sftpHome();
    await home.put('/in/a.edi');
    const staying = await connect(world, home.settings);
    await untilArrived(world, ['a.edi']);
    await look(world, staying.id);
    expect([await home.names('/in'), (await arrived(world)).length]).toEqual([['a.edi'], 1]);
    // The same file, over the same connection, with other settings.
    await change(world, staying.id, { ...home.settings, archiveSubdirectory: 'done' });
    await until(async () => (await home.names('/done')).length === 1);
    await untilRested(world);
    expect([await home.names('/in'), (await arrived(world)).length]).toEqual([[], 1]);
  });

  it('are those whose whole names fit the pattern, and that are newer than what was taken as picked up', async () => {
    const world = await pollingWorld();
    const home = await sftpHome();
    for (const name of ['a.edi', 'b.edi.bak', 'c.txt', 'old.edi']) await home.put(`/in/${name}`);
    await home.files.setModified('/in/old.edi', Date.UTC(2020, 0, 1));
    const { id } = await connect(world, { ...home.settings, filterPattern: '[a-z]+\\.edi', enablePolling: false });
    await writeAs(world.services.store, ACCOUNT, async (queries) =>
      setLastPoll(queries, world.clock, await connectionOf(world, id), Date.UTC(2021, 0, 1)),
    );
    await change(world, id, { ...home.settings, filterPattern: '[a-z]+\\.edi' });
    await untilRested(world);
    await untilArrived(world, ['a.edi']);
  });

  it('are taken when they are the same at two looks', async () => {
    const world = await pollingWorld();
    let looks = 0;
    const growing = (files: VirtualFiles): Partial<VirtualFiles> => ({
      batches: async function* (path) {
        if (path === '/in' && looks < 6) {
          looks += 1;
          const file = await files.open('/in/a.edi', 'write');
          const { size } = await file.stat();
          await file.write(size, Buffer.from('more'));
          await file.close();
        }
        yield await files.list(path);
      },
    });
    const home = await sftpHome(growing);
    await home.put('/in/a.edi', '');
    const { id } = await connect(world, { ...home.settings, ...REMOVE });
    for (let polls = 0; polls < 3; polls++) await look(world, id);
    await untilArrived(world, ['a.edi']);
    const sizes = await readAs(world.services.store, ACCOUNT, (queries) =>
      queries.from('artifacts').select('size').execute(),
    );
    expect(sizes.map(({ size }) => Number(size))).toEqual([24]);
  });

  it('that are too large are reported, and keep nobody from the others', async () => {
    const world = await pollingWorld();
    const huge = (files: VirtualFiles): Partial<VirtualFiles> => ({
      batches: async function* (path) {
        yield (await files.list(path)).map((file) => (file.name === 'huge.edi' ? { ...file, size: 2 ** 40 } : file));
      },
    });
    const home = await sftpHome(huge);
    for (const name of ['a.edi', 'huge.edi']) await home.put(`/in/${name}`);
    const { id } = await connect(world, { ...home.settings, ...REMOVE });
    await untilArrived(world, ['a.edi']);
    await untilRested(world);
    expect((await connectionOf(world, id)).poll_trouble).toContain('huge.edi: The file is larger than is allowed.');
  });

  it('that the partner does not let be removed are executions once, and are removed when it does', async () => {
    const world = await pollingWorld();
    let refused = 0;
    const stubborn = (files: VirtualFiles): Partial<VirtualFiles> => ({
      remove: async (path) => {
        refused += 1;
        if (refused <= 2) throw new Error('no');
        await files.remove(path);
      },
    });
    const home = await sftpHome(stubborn);
    await home.put('/in/a.edi');
    const { id } = await connect(world, { ...home.settings, ...REMOVE });
    await untilArrived(world, ['a.edi']);
    await untilRested(world);
    expect((await connectionOf(world, id)).poll_trouble).toContain('a.edi: ');
    await look(world, id);
    await look(world, id);
    expect([await home.names('/in'), (await arrived(world)).length]).toEqual([[], 1]);
    expect((await connectionOf(world, id)).poll_trouble).toBeNull();
  });

  it('are taken several at a time, and written down together', async () => {
    let [underWay, most] = [0, 0];
    const world = await pollingWorld(({ artifacts }) => ({
      artifacts: {
        ...artifacts,
        receive: async (account, artifact) => {
          underWay += 1;
          most = Math.max(most, underWay);
          const received = await artifacts.receive(account, artifact);
          await setImmediate();
          underWay -= 1;
          return received;
        },
      },
    }));
    const home = await sftpHome();
    const names = Array.from({ length: 30 }, (_, at) => `${String(at).padStart(2, '0')}.edi`);
    for (const name of names) await home.put(`/in/${name}`);
    await connect(world, { ...home.settings, ...REMOVE });
    await untilArrived(world, names);
    await untilRested(world);
    expect(await home.names('/in')).toEqual([]);
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(8);
    expect(home.logins).toHaveLength(1);
  });

  it('that cannot be written down keep nobody from those that are under way with them', async () => {
    const world = await pollingWorld(({ artifacts }) => ({
      artifacts: {
        ...artifacts,
        insert: async (queries, prepared) => {
          if (prepared.some(({ name }) => name === 'b.edi')) throw new Error('CANARY no row for it');
          await artifacts.insert(queries, prepared);
        },
      },
    }));
    const home = await sftpHome();
    for (const name of ['a.edi', 'b.edi', 'c.edi', 'd.edi']) await home.put(`/in/${name}`);
    const { id } = await connect(world, { ...home.settings, ...REMOVE });
    await untilArrived(world, ['a.edi', 'c.edi', 'd.edi']);
    await untilRested(world);
    expect(await home.names('/in')).toEqual(['b.edi']);
    expect((await connectionOf(world, id)).poll_trouble).toContain('b.edi: ');
  });

  it('with the size and time of one that came and was not removed, and other bytes, are files of their own', async () => {
    const world = await pollingWorld();
    const home = await sftpHome();
    const putThen = async (text: string): Promise<void> => {
      await home.put('/in/a.edi', text);
      await home.files.setModified('/in/a.edi', Date.UTC(2026, 0, 1));
    };
    await putThen('ISA*first~');
    const { id } = await connect(world, home.settings);
    await untilArrived(world, ['a.edi']);
    await untilRested(world);
    // As after a kill between the commit and the entry that says so.
    await writeAs(world.services.store, ACCOUNT, (queries) => queries.delete('journal').execute());
    await look(world, id);
    expect(await arrived(world)).toHaveLength(1);
    await writeAs(world.services.store, ACCOUNT, (queries) => queries.delete('journal').execute());
    await putThen('ISA*other~');
    await look(world, id);
    await look(world, id);
    expect((await arrived(world)).map(({ name }) => name)).toEqual(['a.edi', 'a.edi']);
  });

  it('are a thousand executions by one look', async () => {
    const world = await pollingWorld();
    const root = temporaryFolder();
    mkdirSync(join(root, 'in'));
    for (let at = 0; at < 1000; at++) writeFileSync(join(root, 'in', `${at}.edi`), `ISA*${at}~`);
    const settings = { root, inboundSubdirectory: 'in', outboundSubdirectory: 'out', deleteAfterRetrieval: true };
    await addConnection(world.services, 'folder', settings);
    expect(await mendPolling(world.services, new AbortController().signal)).toBe(1);
    await until(async () => (await arrived(world)).length === 1000, 60_000);
    await untilRested(world);
    expect(readdirSync(join(root, 'in'))).toEqual([]);
    expect((await pollJobs(world)).length).toBe(1);
  });
});

describe("looks at a partner's", () => {
  it('that fail come later and later, say why, and begin at once when the connection is mended', async () => {
    const world = await pollingWorld();
    const home = await sftpHome();
    await home.put('/in/a.edi');
    const { id } = await connect(world, { ...home.settings, password: 'CANARY-wrong' });
    const failed = async (): Promise<number> => {
      await untilRested(world);
      const [job] = await pollJobs(world);
      return Number(job?.due_at) - world.clock.now();
    };
    expect(await failed()).toBeGreaterThan(MINUTE);
    world.clock.jump(2 * MINUTE);
    world.jobs.wake();
    await until(async () => home.logins.length >= 2);
    await until(async () => (await failed()) > 3 * MINUTE);
    const { poll_trouble: trouble } = await connectionOf(world, id);
    expect(trouble).toContain('refused the login');
    expect(trouble).not.toContain('CANARY');
    await change(world, id, { ...home.settings, password: 'CANARY-password-72' });
    await untilArrived(world, ['a.edi']);
    await untilRested(world);
    expect((await connectionOf(world, id)).poll_trouble).toBeNull();
  });

  it('that find nobody there come again in seconds, and take what is there by then', async () => {
    const world = await pollingWorld();
    const home = await sftpHome();
    await home.put('/in/a.edi');
    let isUp = false;
    const door = createServer((from) => {
      if (!isUp) return void from.destroy();
      const to = connectTo(home.settings.port, '127.0.0.1');
      for (const [one, other] of [
        [from, to],
        [to, from],
      ] as const)
        one.on('error', () => other.destroy());
      from.pipe(to).pipe(from);
    });
    door.listen(0, '127.0.0.1');
    await once(door, 'listening');
    onTestFinished(() => void door.close());
    const { port } = door.address() as AddressInfo;
    const { id } = await connect(world, { ...home.settings, pollingInterval: 60, port });
    await untilRested(world);
    const [job] = await pollJobs(world);
    expect(Number(job?.due_at) - world.clock.now()).toBeLessThan(MINUTE);
    expect((await connectionOf(world, id)).poll_trouble).not.toBeNull();
    isUp = true;
    world.clock.jump(MINUTE);
    world.jobs.wake();
    await untilArrived(world, ['a.edi']);
  });

  it('that take long and nothing come again after the interval, and not at once', async () => {
    let tries = 0;
    const world = await pollingWorld(({ artifacts }) => ({
      artifacts: {
        ...artifacts,
        receive: async () => {
          tries += 1;
          world.clock.jump(6 * MINUTE);
          throw new Error('It cannot be kept.');
        },
      },
    }));
    const home = await sftpHome();
    await home.put('/in/a.edi');
    const { id } = await connect(world, home.settings);
    await until(() => tries > 0);
    await untilRested(world);
    expect((await connectionOf(world, id)).poll_trouble).toContain('a.edi: ');
  });

  it('go by the settings of now: a look under way takes nothing more of a directory that was changed', async () => {
    let then = async (): Promise<void> => {};
    const world = await pollingWorld(({ artifacts }) => ({
      artifacts: {
        ...artifacts,
        receive: async (account, artifact) => {
          const received = await artifacts.receive(account, artifact);
          await then();
          return received;
        },
      },
    }));
    const home = await sftpHome();
    await home.put('/in/a.edi');
    await home.put('/in/b.edi');
    await home.put('/in2/c.edi');
    const { id } = await connect(world, { ...home.settings, enablePolling: false });
    // Files are received at once: whichever is first, all wait until it is changed.
    let changed: Promise<unknown> | undefined;
    then = async () => {
      changed ??= change(world, id, { ...home.settings, inboundSubdirectory: 'in2' });
      await changed;
    };
    await change(world, id, home.settings);
    await until(async () => (await arrived(world)).length > 0);
    await untilRested(world);
    await untilArrived(world, ['c.edi']);
    expect(await home.names('/in')).toEqual(['a.edi', 'b.edi']);
    expect((await pollJobs(world)).length).toBe(1);
  });

  it('are made by one job, however many processes there are, and end with the connection', async () => {
    const world = await pollingWorld();
    const { services, clock } = world;
    const other = testJobs(services.store, { clock, handlers: { poll: poller(services) } });
    other.start();
    const home = await sftpHome();
    const { id } = await connect(world, { ...home.settings, ...REMOVE });
    for (let polls = 0; polls < 5; polls++) {
      await home.put(`/in/${polls}.edi`);
      await look(world, id);
    }
    expect((await arrived(world)).map(({ name }) => name)).toEqual(['0.edi', '1.edi', '2.edi', '3.edi', '4.edi']);
    expect((await pollJobs(world)).length).toBe(1);
    await change(world, id, { ...home.settings, enabled: false });
    expect(await pollJobs(world)).toEqual([]);
  });

  it('at one who accepts connections and says nothing keep nobody from another', async () => {
    const world = await pollingWorld();
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const sockets = new Set<Socket>();
    silent.on('connection', (socket) => sockets.add(socket));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
    const home = await sftpHome();
    await home.put('/in/a.edi');
    const { port } = silent.address() as AddressInfo;
    await connect(world, { ...home.settings, port, name: 'silent' });
    await until(() => sockets.size === 1);
    await connect(world, home.settings);
    await untilArrived(world, ['a.edi']);
    expect(sockets.size).toBe(1);
  });

  it('are given back to a connection whose job is gone', async () => {
    const world = await pollingWorld();
    const home = await sftpHome();
    const { id } = await connect(world, home.settings);
    await untilRested(world);
    const signal = new AbortController().signal;
    expect(await mendPolling(world.services, signal)).toBe(0);
    await world.services.store.write((tx) => tx.deleteFrom('jobs').execute());
    expect(await mendPolling(world.services, signal)).toBe(1);
    await home.put('/in/a.edi');
    await look(world, id);
    await untilArrived(world, ['a.edi']);
  });
});
