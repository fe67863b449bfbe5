import { beforeAll, expect, inject, it } from 'vitest';
import type { BuiltServer } from '../support/built-server.js';
import { postgresPlace } from '../support/postgres-place.js';
import { sharedServer } from '../support/shared-server.js';
import { WAYS, type Way } from './partners.js';
import { type StormReport, stormOver } from './storm.js';

/** `npm run storm:circle` runs 100 rounds. */
const ROUNDS = Number(process.env.EDILOOM_STORM_ROUNDS ?? 3);
/** Files are uploaded to the one of SFTP, too. */
const ways = (process.env.EDILOOM_WAYS?.split(',') as Way[] | undefined) ?? WAYS;

let built: BuiltServer;
beforeAll(async () => {
  built = await sharedServer();
});

const NOTHING: StormReport['differences'] = {
  files: [],
  answered: [],
  sets: [],
  acknowledgments: [],
  numbers: [],
  webhooks: [],
  polled: [],
  traces: [],
  uploads: [],
};

it('two that trade lose nothing and do nothing twice when either is killed at any instant', {
  timeout: 0,
}, async () => {
  const report = await stormOver(built, {
    ...{ rounds: ROUNDS, processes: 1, ways, pauseMs: 300 },
    placeOf: async () => ({ settings: {}, remove: async () => {} }),
  });
  console.log(report.summary);
  expect(report.differences).toEqual(NOTHING);
  expect(report.sent).toBeGreaterThan(0);
});

it('the same with two processes a side on PostgreSQL', { timeout: 0 }, async () => {
  const report = await stormOver(built, {
    ...{ rounds: ROUNDS, processes: 2, ways, pauseMs: 800 },
    placeOf: async () => {
      const database = await postgresPlace(inject('postgresUrl'));
      return { settings: { DATABASE_URL: database.address }, remove: () => database.remove() };
    },
  });
  console.log(report.summary);
  expect(report.differences).toEqual(NOTHING);
  expect(report.sent).toBeGreaterThan(0);
});
