import { CLAIM_TYPES } from 'ediloom/claims';
import { expect, it, vi } from 'vitest';
import { ClaimEngines } from '../../../src/exchange/claims/claim-engines.js';
import { HeavyTurns } from '../../../src/heavy-turns.js';

it('guides of claims are compiled in turns with the work of others, before the first claim, and once', async () => {
  const turns = new HeavyTurns();
  const steps = vi.spyOn(turns, 'runSteps');
  const run = vi.spyOn(turns, 'run');
  const engines = new ClaimEngines(turns);
  let others = 0;
  let isOver = false;
  // Somebody else’s work, a piece after the other.
  const working = (async () => {
    for (; !isOver; others++) await turns.run('account-1', () => undefined);
  })();
  await engines.warmUp(new AbortController().signal);
  isOver = true;
  await working;
  // A guide of each type, and four of the answers.
  expect(steps).toHaveBeenCalledTimes(CLAIM_TYPES.length + 4);
  expect(others).toBeGreaterThan(10);
  run.mockClear();
  const made = await Promise.all(CLAIM_TYPES.map((type) => engines.of(type)));
  await engines.reports();
  expect(made.map(({ claims }) => claims.type)).toEqual(CLAIM_TYPES);
  expect(run).not.toHaveBeenCalled();
});

it('a server that ends compiles no more of them', async () => {
  const engines = new ClaimEngines();
  const of = vi.spyOn(engines, 'of');
  await engines.warmUp(AbortSignal.abort());
  expect(of).not.toHaveBeenCalled();
});
