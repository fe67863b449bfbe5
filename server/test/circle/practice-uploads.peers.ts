import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { VirtualFiles } from 'ediloom/transports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BuiltServer } from '../support/built-server.js';
import { sftpHome } from '../support/polling-world.js';
import { sharedServer } from '../support/shared-server.js';
import { type ForeignClient, type ForeignLogin, foreignClient } from './foreign-client.js';
import { Hook } from './hook.js';
import { becomePartners, interchangeIdOf, PASSWORD, partnershipIdOf, type Trader } from './partners.js';
import { orderSet, rawFile } from './raw-file.js';
import { startTraders } from './start-traders.js';
import { arrived, filesCalled, received, settled, transactionsOf } from './trading.js';
import { until } from './until.js';

const PROGRAM = fileURLToPath(new URL('./uploading-process.ts', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'ediloom-uploads-'));
let built: BuiltServer;
let hook: Hook;
let shop: Trader;
let mill: Trader;

beforeAll(async () => {
  built = await sharedServer();
  hook = await Hook.open(folder);
  [shop, mill] = await startTraders({ built, hook, folder });
  await becomePartners([shop, mill], { ways: ['sftp', 'ftps'] });
});
afterAll(async () => {
  await shop.instance.kill();
  await mill.instance.kill();
  await hook.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each([
  ['sftp', 100],
  ['ftps', 200],
] as const)('over %s', (way, first) => {
  const loginOf = (): ForeignLogin => ({
    ...{ protocol: way, port: mill.instance.doors[way].port, ca: mill.instance.identity.certificatePem },
    ...{ username: interchangeIdOf('shop', way), password: PASSWORD },
  });

  async function session<Result>(work: (client: ForeignClient) => Promise<Result>): Promise<Result> {
    const client = await foreignClient(loginOf());
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  const content = (number: number) => rawFile({ way, number: first + number, sets: [orderSet(orderOf(number))] });
  const orderOf = (number: number) => `PO-${way.toUpperCase()}-${number}`;

  /** Has a program send bytes, and killed when they have come. */
  async function killedUpload(bytes: Buffer, path: string): Promise<void> {
    const file = join(folder, 'half');
    writeFileSync(file, bytes);
    const args = ['--import', 'tsx', PROGRAM, JSON.stringify(loginOf()), file, path];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const ended = once(child, 'exit');
    try {
      await session((client) =>
        until(`${bytes.length} bytes of ${path}`, async () =>
          (await client.size(path)) === bytes.length ? true : undefined,
        ),
      );
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  }

  /** One file of the name has come in, whole, and nothing else of the order. */
  async function cameInOnce(name: string, number: number): Promise<void> {
    expect(await received(mill.instance, name)).toMatchObject({ status: 'COMPLETED', transactionCount: 1 });
    await settled(mill.instance);
    expect(await filesCalled(mill.instance, name)).toHaveLength(1);
    expect(await transactionsOf(mill.instance, `businessIdentifier=${orderOf(number)}`)).toHaveLength(1);
  }

  it('an upload whose program is killed is no file, and the whole one that follows is one', {
    timeout: 0,
  }, async () => {
    const bytes = content(1);
    await killedUpload(bytes.subarray(0, bytes.length / 2), `/in/killed-${way}.edi`);
    await session(async (client) => {
      await until('the half to be gone', async () =>
        (await client.size(`/in/killed-${way}.edi`)) === undefined ? true : undefined,
      );
      expect(await filesCalled(mill.instance, `killed-${way}.edi`)).toEqual([]);
      await client.put(bytes, `/in/killed-${way}.edi`);
    });
    await cameInOnce(`killed-${way}.edi`, 1);
  });

  it.each([
    ['appended to', 2],
    ['gone on with from where it broke off', 3],
  ] as const)(
    'what breaks off under a temporary name is %s, and comes in once by its name',
    { timeout: 0 },
    async (how, number) => {
      const bytes = content(number);
      const half = Math.floor(bytes.length / 2);
      const [temporary, name] = [`${way}-${number}.edi.part`, `${way}-${number}.edi`];
      await killedUpload(bytes.subarray(0, half), `/in/${temporary}`);
      await session(async (client) => {
        await until('what has come', async () => ((await client.size(`/in/${temporary}`)) === half ? true : undefined));
        const rest = bytes.subarray(half);
        if (number === 2) await client.append(rest, `/in/${temporary}`);
        else await client.resume(rest, half, `/in/${temporary}`);
        expect(await client.size(`/in/${temporary}`), how).toBe(bytes.length);
        expect(await filesCalled(mill.instance, name)).toEqual([]);
        await client.rename(`/in/${temporary}`, `/in/${name}`);
        // A name that is final stays the file's that came in.
        await client.rename(`/in/${name}`, `/in/done-${name}`);
      });
      await cameInOnce(name, number);
      for (const other of [temporary, `done-${name}`]) expect(await filesCalled(mill.instance, other)).toEqual([]);
    },
  );

  it('a file without bytes comes in once, and has an end', { timeout: 0 }, async () => {
    await session((client) => client.put(Buffer.alloc(0), `/in/empty-${way}.edi`));
    await received(mill.instance, `empty-${way}.edi`);
    await settled(mill.instance);
    expect(await filesCalled(mill.instance, `empty-${way}.edi`)).toHaveLength(1);
  });

  it('two files of one name are two, each with its own bytes', { timeout: 0 }, async () => {
    await session(async (client) => {
      await client.put(content(4), `/in/same-${way}.edi`);
      await client.put(content(5), `/in/same-${way}.edi`);
    });
    await arrived(mill.instance, orderOf(4));
    await arrived(mill.instance, orderOf(5));
    expect((await settled(mill.instance)).filter(({ source }) => source?.name === `same-${way}.edi`)).toHaveLength(2);
  });
});

it("a file that grows at a partner's while it is looked for is taken once, when it is whole", {
  timeout: 0,
}, async () => {
  const bytes = rawFile({ way: 'sftp', number: 300, sets: [orderSet('PO-GROWN')] });
  const cuts = [0.2, 0.4, 0.6, 0.8, 1].map((part) => Math.floor(bytes.length * part));
  let looks = 0;
  const home = await sftpHome((files: VirtualFiles) => {
    const list = async (path: string) => {
      const entries = await files.list(path);
      const [from, to] = [cuts[looks], cuts[looks + 1]];
      if (path === '/in' && entries.length > 0) {
        looks++;
        if (from !== undefined && to !== undefined) await append(files, bytes.subarray(from, to), from);
      }
      return entries;
    };
    return {
      list,
      batches: async function* (path: string) {
        yield await list(path);
      },
    };
  });
  await append(home.files, bytes.subarray(0, cuts[0]), 0);
  const { settings } = home;
  const connections = `/2022-01-01/x12/partnerships/${partnershipIdOf('sftp')}/connections/remote-ftp`;
  const body = { name: 'looks', password: 'CANARY-password-72', ...settings };
  const { connectionId } = await mill.instance.call<{ connectionId: string }>('POST', connections, { body });
  // Two looks each time: after four it has grown three times between them and is whole.
  for (const seen of [2, 4]) {
    await until(`${seen} looks`, async () => (looks >= seen ? true : undefined));
    expect(await filesCalled(mill.instance, 'grows.edi')).toEqual([]);
    await mill.instance.call('PUT', `${connections}/${connectionId}`, { body: { ...settings, pollingInterval: seen } });
  }
  expect(await received(mill.instance, 'grows.edi')).toMatchObject({ status: 'COMPLETED', transactionCount: 1 });
  await settled(mill.instance);
  expect(await filesCalled(mill.instance, 'grows.edi')).toHaveLength(1);
  expect(looks).toBeGreaterThanOrEqual(6);
});

async function append(files: VirtualFiles, bytes: Uint8Array, at: number): Promise<void> {
  const file = await files.open('/in/grows.edi', 'write');
  await file.write(at, bytes);
  await file.close();
}
