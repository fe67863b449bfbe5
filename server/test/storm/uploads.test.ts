import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RemoteFiles } from 'ediloom/transports';
import { connectSftp } from 'ediloom/transports/sftp';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { runCommandLine } from '../../src/start/run-command-line.js';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.js';
import type { Store } from '../../src/store/store.js';
import { type BuiltServer, launchServer, type ServerProcess } from '../support/built-server.js';
import { sharedServer } from '../support/shared-server.js';
import { isOnPostgres, storePlace } from '../support/store-factory.js';
import { after, atMost } from './patience.js';

/** `npm run storm:server` runs 100. */
const ROUNDS = Number(process.env.EDILOOM_STORM_ROUNDS ?? 3);
/** Partners that upload at once, each one file after another. */
const CLIENTS = 4;
const PATIENCE_MS = 120_000;
const PASSWORD = 'twelve blue herons';

/** Of the environment. */
const VARIABLE = 'STORM_PASSWORD';

const PARTNERS = {
  buckets: [{ bucketName: 'files' }],
  sftpUsers: [
    { username: 'MILL', description: '', bucketName: 'files', homeDirectory: '/mill', password: `\${${VARIABLE}}` },
  ],
  profiles: ['shop', 'mill'].map((profileId, at) => ({
    ...{ profileId, profileType: at === 0 ? 'local' : 'partner' },
    ...{ interchangeQualifier: 'ZZ', interchangeId: profileId.toUpperCase() },
  })),
  partnerships: [
    {
      ...{ localProfileId: 'shop', partnerProfileId: 'mill', interchangeUsageIndicator: 'T' },
      ...{ timezone: 'UTC', timeFormat: 'HHMM' },
      connections: [
        {
          ...{ connectionType: 'hosted-sftp', name: 'files', bucketName: 'files', username: 'MILL' },
          ...{ parentDirectory: 'mill', inboundSubdirectory: 'in', outboundSubdirectory: 'out' },
        },
      ],
    },
  ],
};

let built: BuiltServer;
beforeAll(async () => {
  built = await sharedServer();
});

it('each upload comes in once, and no part of one, whenever the server is killed', { timeout: 0 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'uploads-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const place = await storePlace();
  onTestFinished(() => place.remove());
  const environment = {
    ...{ SFTP_PORT: '0', AS2_PORT: 'off', LOG_LEVEL: 'info', [VARIABLE]: PASSWORD },
    ...(isOnPostgres ? { DATABASE_URL: place.address, MASTER_KEY: randomBytes(32).toString('base64') } : {}),
  };
  const home = (process: number): string => join(folder, `data-${process}`);
  const start = () =>
    Promise.all(
      Array.from({ length: isOnPostgres ? 2 : 1 }, async (_, process) => {
        const server = await launchServer(built.main, home(process), environment).ready;
        if (server === undefined) throw new Error('Nobody has killed it.');
        return server;
      }),
    );

  const sizes = new Map<string, number>();
  let confirmed = 0;
  let servers = await start();
  await applyPartners(folder, { ...environment, DATA_DIR: home(0) });
  for (let round = 1; round <= ROUNDS; round++) {
    const ports = await Promise.all(servers.map(sftpPort));
    const enough = confirmed + 10 + Math.floor(Math.random() * 20);
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      let session: RemoteFiles | undefined;
      try {
        session = await login(ports[client % ports.length] ?? 0);
        for (let at = 0; ; at++) {
          const name = `${round}-${client}-${at}.edi`;
          sizes.set(name, at % 5 === 4 ? 300_000 : 500);
          await upload(session, name, sizes.get(name) ?? 0, at % 2 === 0);
          confirmed++;
        }
      } catch {
        // The server was killed, perhaps while they logged in: whether the last one is there is asked of the next.
        await session?.close();
      }
    });
    const going = (async () => {
      while (confirmed < enough) await after(2);
    })();
    await atMost(PATIENCE_MS, 'A round', going, () => servers.map((server) => server.output().slice(-2000)).join('\n'));
    await Promise.all(servers.map((server) => server.kill()));
    await Promise.all(clients);
    servers = await start();
    await sendMissing(await sftpPort(servers[0]), sizes);
  }
  await Promise.all(servers.map((server) => server.stop()));

  const { arrived, listed } = await whatIsThere(isOnPostgres ? place : { open: () => openSqlite({ folder: home(0) }) });
  const names = [...sizes.keys()].sort();
  expect(arrived.map(({ name }) => name).sort()).toEqual(names);
  expect(arrived.filter(({ name, size }) => size !== sizes.get(name))).toEqual([]);
  expect(listed.sort()).toEqual(names.map((name) => `mill/in/${name}`));
  expect(confirmed).toBeGreaterThanOrEqual(10 * ROUNDS);
});

async function login(port: number): Promise<RemoteFiles> {
  // Which key the server has is asked elsewhere.
  const server = { host: '127.0.0.1', port, hostKeyPolicy: 'insecure' } as const;
  return connectSftp({ ...server, username: 'MILL', password: PASSWORD })();
}

async function upload(session: RemoteFiles, name: string, size: number, inPlace: boolean): Promise<void> {
  if (inPlace) return session.write(`/in/${name}`, bytes(size));
  await session.write(`/in/${name}.filepart`, bytes(size));
  await session.rename(`/in/${name}.filepart`, `/in/${name}`, 'plain');
}

/** As a partner does that has no confirmation: looks, and sends what is not there. */
async function sendMissing(port: number, sizes: ReadonlyMap<string, number>): Promise<void> {
  const session = await login(port);
  for (const { name } of await session.list('/in')) {
    if (name.endsWith('.filepart')) await session.remove(`/in/${name}`);
  }
  const there = new Map((await session.list('/in')).map(({ name, size }) => [name, size]));
  for (const [name, size] of sizes) {
    if (there.has(name)) expect(there.get(name)).toBe(size);
    else await upload(session, name, size, true);
  }
  await session.close();
}

async function whatIsThere(place: { open(): Promise<Store> }) {
  const store = await place.open();
  try {
    const arrived = await store.read((db) =>
      db
        .selectFrom('executions')
        .innerJoin('artifacts', 'artifacts.owner_id', 'executions.id')
        .select(['executions.name', 'artifacts.size'])
        .where('executions.direction', '=', 'INBOUND')
        .where('artifacts.usage', '=', 'input')
        .execute(),
    );
    const listed = await store.read((db) => db.selectFrom('bucket_objects').select('key').execute());
    return {
      arrived: arrived.map(({ name, size }) => ({ name, size: Number(size) })),
      listed: listed.map(({ key }) => key),
    };
  } finally {
    await store.close();
  }
}

async function applyPartners(folder: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const path = join(folder, 'partners.json');
  writeFileSync(path, JSON.stringify(PARTNERS));
  let said = '';
  const hear = (text: string): void => {
    said += text;
  };
  const code = await runCommandLine(['apply', path], environment, { out: hear, error: hear });
  if (code !== 0) throw new Error(said);
}

/** Where a server takes uploads, once it does: it says so in its log. */
async function sftpPort(server: ServerProcess | undefined): Promise<number> {
  const said = (async () => {
    for (;;) {
      const [, port] = /"listener":"SFTP"[^\n]*"port":(\d+)/.exec(server?.output() ?? '') ?? [];
      if (port !== undefined) return Number(port);
      await after(10);
    }
  })();
  return atMost(PATIENCE_MS, 'The SFTP server', said, () => server?.output().slice(-2000) ?? '');
}

async function* bytes(size: number) {
  for (let left = size; left > 0; left -= 32_768) yield Buffer.alloc(Math.min(left, 32_768), 'ISA*');
}
