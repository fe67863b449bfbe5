import { expect, it } from 'vitest';
import { TemporaryFolder } from '../../../cli/temporary-folder.js';
import { storm } from './as2-storm.js';

const ROUNDS = Number(process.env.EDILOOM_STORM_ROUNDS ?? 2);

const temporary = new TemporaryFolder();

it(`${ROUNDS} rounds of kill -9 lose nothing, and hand nothing over that was accepted`, {
  timeout: 60_000 + ROUNDS * 20_000,
}, async () => {
  const figures = await storm(temporary.path, { rounds: ROUNDS, seed: ROUNDS });
  if (process.env.EDILOOM_STORM_ROUNDS !== undefined) console.log(JSON.stringify(figures));
  expect(figures.killedSenders + figures.killedReceivers).toBeGreaterThan(ROUNDS);
});
