import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.js';
import { type BuiltServer, buildServer } from '../support/built-server.js';
import { expectCalm } from './expect-calm.js';
import { storm } from './storm.js';

/** `npm run storm:server` runs 100 rounds. */
const ROUNDS = Number(process.env.EDILOOM_STORM_ROUNDS ?? 2);

let built: BuiltServer;
beforeAll(async () => {
  built = await buildServer();
});
afterAll(() => built.remove());

it('loses nothing, gives no number twice and needs no repair when it is killed at any instant', {
  timeout: 0,
}, async () => {
  const report = await storm(built, {
    rounds: ROUNDS,
    processes: 1,
    openStore: (folder) => openSqlite({ folder }),
    fileOf: (dataDir, filename) =>
      readFile(join(dataDir, 'objects/ediloom-demo/outbound', filename), 'utf8').catch(() => undefined),
  });
  expectCalm(report, ROUNDS);
});
