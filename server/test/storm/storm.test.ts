import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltServer, buildServer } from '../support/built-server.js';
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
  const report = await storm(built, { rounds: ROUNDS });
  console.log(`${report.rounds} kills, ${report.sent} requests, ${report.acknowledged} acknowledged in the end`);
  expect(report).toMatchObject({ answeredTwice: [], repeatedNumbers: [], lost: [], unfinished: [] });
  expect(report.acknowledged).toBe(report.sent);
  expect(report.sent).toBeGreaterThan(ROUNDS);
});
