import { expect, it } from 'vitest';
import { TemporaryFolder } from '../cli/temporary-folder.js';
import { storm } from './control-numbers-storm.js';

const ROUNDS = Number(process.env.EDILOOM_STORM_ROUNDS ?? 6);

const temporary = new TemporaryFolder();

it(`${ROUNDS} rounds of kill -9 lose no order, give no number twice and leave a store that opens`, {
  timeout: 20_000 + ROUNDS * 2_000,
}, async () => {
  const figures = await storm(temporary.path, { rounds: ROUNDS, seed: ROUNDS });
  if (process.env.EDILOOM_STORM_ROUNDS !== undefined) console.log(JSON.stringify(figures));
  expect(figures).toMatchObject({ rounds: ROUNDS, killed: 3 * ROUNDS, scopes: ROUNDS + 2 });
  // Not a storm in which nothing happened, and not one in which a kill costs more than what was under way.
  expect(figures.given).toBeGreaterThan(4 * ROUNDS);
  expect(figures.lost).toBeLessThan(4 * figures.killed);
});
