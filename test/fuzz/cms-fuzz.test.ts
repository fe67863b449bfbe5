import { expect, it } from 'vitest';
import { Random } from '../../bench/generate/random.js';
import { checkCms } from './check-cms.js';
import { cmsInputs } from './cms-inputs.js';
import { derMutant } from './mutate-der.js';

/** The long form is `npm run fuzz:transports -- --runs 500000 --seed N`. */
const RUNS = 2_000;
const SEED = 11;

it('whatever comes as CMS is read or refused, and nothing wrong is let through', async () => {
  const inputs = await cmsInputs();
  for (const input of inputs.inputs) expect(await checkCms(input, inputs, 9)).toBe('taken');
  const random = new Random(SEED);
  const outcomes = new Set<string>();
  for (let run = 0; run < RUNS; run++) {
    const bytes = derMutant(random, inputs.inputs);
    try {
      outcomes.add(await checkCms(bytes, inputs, random.between(1, 600)));
    } catch (cause) {
      throw new Error(`run ${run}: ${Buffer.from(bytes).toString('base64').slice(0, 4000)}`, { cause });
    }
  }
  expect([...outcomes].sort()).toEqual(['refused', 'taken']);
});
