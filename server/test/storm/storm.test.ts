import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.js';
import type { BuiltServer } from '../support/built-server.js';
import { sharedServer } from '../support/shared-server.js';
import { expectCalm } from './expect-calm.js';
import { type StormOptions, storm } from './storm.js';

/** `npm run storm:server` runs 100 rounds. */
const ROUNDS = Number(process.env.EDILOOM_STORM_ROUNDS ?? 2);

const EMBEDDED: Pick<StormOptions, 'processes' | 'mostAnswers' | 'openStore' | 'bytesOf'> = {
  processes: 1,
  mostAnswers: 200,
  openStore: (folder) => openSqlite({ folder }),
  bytesOf: (dataDir, name) => readFile(join(dataDir, 'objects', name), 'utf8').catch(() => undefined),
};

let built: BuiltServer;
beforeAll(async () => {
  built = await sharedServer();
});

it('loses nothing, gives no number twice and needs no repair when it is killed at any instant', {
  timeout: 0,
}, async () => {
  const report = await storm(built, { rounds: ROUNDS, ...EMBEDDED });
  expectCalm(report, ROUNDS);
  expect(report.kills).toBeGreaterThanOrEqual(ROUNDS);
});

it('ends in time with exit code 0 when it is asked to under load, and loses nothing either', {
  timeout: 0,
}, async () => {
  const environment = { SHUTDOWN_MS: '5000' };
  const report = await storm(built, { rounds: Math.ceil(ROUNDS / 10), gentle: true, environment, ...EMBEDDED });
  expectCalm(report, 1);
  expect(report.longestStopMs).toBeLessThan(5000);
});
