import { describe, expect, it } from 'vitest';
import { runOne } from './fuzz-runs.js';
import { seedInputs } from './seed-inputs.js';

/** The long form is `tsx test/fuzz/run.ts --runs 1000000 --seed N`. */
const RUNS = 800;
const SEED = 7;

describe('fuzzing', () => {
  it('breaks no promise of the engine', async () => {
    const seeds = seedInputs();
    const outcomes = new Set<string>();
    for (let run = 0; run < RUNS; run++) {
      const result = await runOne(seeds, SEED, run);
      if (typeof result !== 'string') throw new Error(`seed ${SEED}, run ${run}`, { cause: result.error });
      outcomes.add(result);
    }
    // The mutants are worth something only if some are good and some are not.
    expect([...outcomes].sort()).toEqual(['good', 'refused', 'unwritten', 'wrong']);
  });
});
