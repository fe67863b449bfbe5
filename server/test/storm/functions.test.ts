import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { hasBoxes } from '../support/boxes.js';
import { launchServer, type ServerProcess } from '../support/built-server.js';
import { sharedServer } from '../support/shared-server.js';
import { isOnPostgres, storePlace } from '../support/store-factory.js';
import { below } from './fleet.js';
import { homesOf } from './homes-of.js';
import { functionsClient } from './invocations.js';
import { after, atMost } from './patience.js';
import { gatesOf, halfMade, mountsOf, processesOf } from './what-is-left.js';

/** `npm run storm:functions` runs 100. */
const ROUNDS = Number(process.env.EDILOOM_STORM_ROUNDS ?? 2);
const PATIENCE_MS = 120_000;

it.skipIf(!(await hasBoxes()))(
  'invocations that were promised are made whenever the server is killed, and nothing of a killed run is left',
  { timeout: 0 },
  async () => {
    const built = await sharedServer();
    const folder = mkdtempSync(join(tmpdir(), 'fns-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const place = await storePlace();
    onTestFinished(() => place.remove());
    const temporary = join(folder, 'tmp');
    mkdirSync(temporary);
    const environment = {
      ...{ FUNCTIONS_ISOLATION: 'box', FUNCTIONS_DELAYS_MS: '20,40', TMPDIR: temporary, JOB_LEASE_MS: '3000' },
      ...{ SFTP_PORT: 'off', AS2_PORT: 'off' },
      ...(isOnPostgres ? { DATABASE_URL: place.address, MASTER_KEY: randomBytes(32).toString('base64') } : {}),
    };
    const homes = homesOf(folder);
    const start = async (home: string): Promise<ServerProcess> => {
      const server = await launchServer(built.main, home, environment).ready;
      if (server === undefined) throw new Error('Nobody has killed it.');
      return server;
    };
    const killedAtStart = async (home: string): Promise<void> => {
      const launched = launchServer(built.main, home, environment);
      await after(below(1000));
      await launched.kill();
      await launched.ready;
    };
    // One makes the keys.
    const servers: ServerProcess[] = [];
    for (const home of homes) servers.push(await start(home));
    onTestFinished(async () => void (await Promise.all(servers.map((server) => server.kill()))));
    const key = servers.find(({ testKey }) => testKey !== '')?.testKey ?? '';
    const client = (at = below(servers.length)) => functionsClient(servers[at] as ServerProcess, key);
    const patiently = <Result>(what: string, work: () => Promise<Result>): Promise<Result> =>
      atMost(PATIENCE_MS, what, work(), () => servers.map((one) => one.output().slice(-2000)).join('\n'));
    await client(0).create();

    const promised = { proves: [] as string[], fails: [] as string[] };
    const promise = async (): Promise<void> => {
      const name = below(4) === 0 ? 'fails' : 'proves';
      promised[name].push(await client().promise(name));
    };
    for (let round = 1; round <= ROUNDS; round++) {
      await client().renew(round);
      for (let left = 4 + below(8); left > 0; left--) await patiently('A promise', promise);
      // Somebody is promised something while it dies, or not.
      const last = promise().catch(() => undefined);
      await after(below(400));
      const at = below(homes.length);
      const home = homes[at] ?? '';
      await servers[at]?.kill();
      await last;
      await patiently('The end of all that was in boxes', async () => {
        while (processesOf(join(basename(folder), basename(home))).length > 0) await after(5);
      });
      // One of three is killed once more while it starts.
      if (below(3) === 0) await killedAtStart(home);
      const left = halfMade(home);
      servers[at] = await start(home);
      expect(mountsOf(folder)).toEqual([]);
      expect(halfMade(home).filter((name) => left.includes(name))).toEqual([]);
      expect(gatesOf(temporary)).toHaveLength(homes.length);
    }

    const drained = async (name: string): Promise<void> => {
      let left = Number.POSITIVE_INFINITY;
      const fewer = async (): Promise<number> => {
        for (;;) {
          const now = (await client().list(name, 'waiting')).length;
          if (now < left) return now;
          await after(50);
        }
      };
      // A hundred rounds leave much to do: as long as it gets less, it does not stand still.
      while (left > 0) left = await patiently('The last attempts', fewer);
    };
    for (const name of ['proves', 'fails']) await drained(name);
    for (const id of promised.proves) {
      expect([await client().read('proves', id), await client().isProven(id)]).toMatchObject([
        { status: 'succeeded' },
        true,
      ]);
    }
    const failed = await client().list('fails', 'failed');
    expect(failed.map(({ invocationId }) => invocationId)).toEqual(expect.arrayContaining(promised.fails));
    expect(failed.filter(({ attempts }) => attempts !== 3)).toEqual([]);
    await client(0).mend();
    for (const { invocationId } of failed) await client().retry('fails', invocationId);
    await drained('fails');
    expect(await client().list('fails', 'failed')).toEqual([]);
    expect(await Promise.all(servers.map((server) => server.stop()))).toEqual(homes.map(() => 0));
    expect([gatesOf(temporary), processesOf(basename(folder))]).toEqual([[], []]);
  },
);
