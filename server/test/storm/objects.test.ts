import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { folderObjects } from '../../src/objects/folder-objects.js';
import type { ObjectStore } from '../../src/objects/object-store.js';
import { s3Objects } from '../../src/objects/s3-objects.js';
import { purgeUploads } from '../../src/resources/buckets/end-uploads.js';
import { openRow } from '../../src/resources/buckets/open-object.js';
import { STORED_OBJECTS } from '../../src/resources/buckets/stored-names.js';
import { runCommandLine } from '../../src/start/run-command-line.js';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.js';
import type { Store } from '../../src/store/store.js';
import { namesOf } from '../objects/object-store-contract.js';
import { type BuiltServer, launchServer, type ServerProcess } from '../support/built-server.js';
import { sharedServer } from '../support/shared-server.js';
import { isOnPostgres, storePlace } from '../support/store-factory.js';
import { sweptTwice } from '../support/swept-twice.js';
import { homesOf } from './homes-of.js';
import { type Credentials, ObjectModel, read, s3Client, workOn } from './object-clients.js';
import { after, atMost } from './patience.js';

/** `npm run storm:objects` runs 100. */
const ROUNDS = Number(process.env.EDILOOM_STORM_ROUNDS ?? 2);
const CLIENTS = 4;
const PATIENCE_MS = 120_000;
const WEEKS_MS = 30 * 86_400_000;

let built: BuiltServer;
beforeAll(async () => {
  built = await sharedServer();
});

/** Objects in S3 need the store that `test:peers` starts. */
const PLACES = isOnPostgres ? (['folder', 's3'] as const) : (['folder'] as const);

it.each(PLACES)(
  'objects are as they were acknowledged whenever the server is killed, and nothing else is left: %s',
  { timeout: 0 },
  async (kind) => {
    const folder = mkdtempSync(join(tmpdir(), 'objects-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const place = await storePlace();
    onTestFinished(() => place.remove());
    const s3Url = kind === 's3' ? prefixed(inject('s3Url')) : undefined;
    const environment = {
      ...{ S3_PORT: '0', SFTP_PORT: 'off', AS2_PORT: 'off', LOG_LEVEL: 'info' },
      ...(isOnPostgres ? { DATABASE_URL: place.address, MASTER_KEY: randomBytes(32).toString('base64') } : {}),
      ...(s3Url === undefined ? {} : { OBJECTS_URL: s3Url }),
    };
    const homes = homesOf(folder);
    const start = () => Promise.all(homes.map((home) => started(home, environment)));

    let servers = await start();
    const command = commands({ ...environment, DATA_DIR: homes[0] ?? '' });
    const made = await command('s3-keys', 'create', '--name', 'storm', '--mode', 'live', '--access', 'write', '--json');
    const credentials = JSON.parse(made) as Credentials;
    await createStormBucket(servers[0], credentials);
    const models = Array.from({ length: CLIENTS }, () => new ObjectModel());
    const acknowledged = () => models.reduce((sum, model) => sum + model.acknowledged, 0);
    for (let round = 1; round <= ROUNDS; round++) {
      const ports = await Promise.all(servers.map(s3Port));
      const enough = acknowledged() + 20 + Math.floor(Math.random() * 40);
      const clients = models.map(async (model, client) => {
        const s3 = s3Client(ports[client % ports.length] ?? 0, credentials);
        // Killed in the midst of something: what came of it is looked at below.
        await workOn(s3, model, `client-${client}`).catch(() => {});
        s3.destroy();
      });
      const going = (async () => {
        while (acknowledged() < enough) await after(2);
      })();
      await atMost(PATIENCE_MS, 'A round', going, () => servers.map((one) => one.output().slice(-2000)).join('\n'));
      await Promise.all(servers.map((server) => server.kill()));
      await Promise.all(clients);
      servers = await start();
      expect(await differences(await s3Port(servers[0]), credentials, models)).toEqual([]);
    }
    await Promise.all(servers.map((server) => server.stop()));

    const objects = s3Url === undefined ? folderObjects({ folder: join(homes[0] ?? '', 'objects') }) : s3Objects(s3Url);
    const store = isOnPostgres ? await place.open() : await openSqlite({ folder: homes[0] ?? '' });
    try {
      expect(await whatIsWrong(store, objects)).toEqual([]);
    } finally {
      await Promise.all([store.close(), objects.close()]);
    }
    expect(acknowledged()).toBeGreaterThanOrEqual(20 * ROUNDS);
  },
);

/** Runs of one server of S3 are apart. */
function prefixed(url: string): string {
  const at = new URL(url);
  at.pathname = `/${randomBytes(6).toString('hex')}`;
  return at.href;
}

async function started(home: string, environment: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const server = await launchServer(built.main, home, environment).ready;
  if (server === undefined) throw new Error('Nobody has killed it.');
  return server;
}

function commands(environment: Readonly<Record<string, string>>) {
  return async (...words: string[]): Promise<string> => {
    const said: string[] = [];
    const wrong: string[] = [];
    const hear = { out: (one: string) => void said.push(one), error: (one: string) => void wrong.push(one) };
    if ((await runCommandLine(words, environment, hear)) !== 0) throw new Error([...said, ...wrong].join(''));
    return said.join('');
  };
}

async function createStormBucket(server: ServerProcess | undefined, credentials: Credentials): Promise<void> {
  const { CreateBucketCommand } = await import('@aws-sdk/client-s3');
  const s3 = s3Client(await s3Port(server), credentials);
  await s3.send(new CreateBucketCommand({ Bucket: 'storm' }));
  s3.destroy();
}

/** Where a server listens for clients of S3, once it does: it says so in its log. */
async function s3Port(server: ServerProcess | undefined): Promise<number> {
  const said = (async () => {
    for (;;) {
      const [, port] = /"listener":"S3"[^\n]*"port":(\d+)/.exec(server?.output() ?? '') ?? [];
      if (port !== undefined) return Number(port);
      await after(10);
    }
  })();
  return atMost(PATIENCE_MS, 'The S3 listener', said, () => server?.output().slice(-2000) ?? '');
}

/** Keys under which lies what nobody has put there. */
async function differences(port: number, credentials: Credentials, models: readonly ObjectModel[]) {
  const s3 = s3Client(port, credentials);
  const wrong: string[] = [];
  for (const model of models) {
    for (const key of model.keys) if (!model.found(key, await read(s3, key))) wrong.push(key);
  }
  s3.destroy();
  return wrong;
}

/** Rows whose bytes are not theirs, and bytes that no row names after the sweep. */
async function whatIsWrong(store: Store, objects: ObjectStore): Promise<readonly string[]> {
  // Fifty uploads at a time: a long storm leaves many more.
  const later = Date.now() + WEEKS_MS;
  const purged = () => store.write((tx) => purgeUploads(tx, later, 10_000));
  while ((await purged()) === 10_000);
  await sweptTwice({ store, objects }, later);
  const rows = await store.read((db) => db.selectFrom('bucket_objects').selectAll().execute());
  const wrong: string[] = [];
  for (const row of rows) {
    const opened = await openRow({ objects }, row, undefined);
    const isWhole =
      opened !== undefined &&
      (await text(opened.bytes).then(
        () => true,
        () => false,
      ));
    if (!isWhole) wrong.push(`row ${row.key}`);
  }
  const named = new Set(rows.map(({ object_name }) => object_name));
  for (const name of await namesOf(objects, STORED_OBJECTS)) if (!named.has(name)) wrong.push(`bytes ${name}`);
  return wrong;
}
