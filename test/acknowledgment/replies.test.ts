import { describe, expect, it } from 'vitest';
import { Random } from '../../bench/generate/random.js';
import { mutant } from '../fuzz/mutate.js';
import { seedInputs } from '../fuzz/seed-inputs.js';
import { checkReplies } from './check-replies.js';
import { conformanceInputs } from './conformance-inputs.js';

/** The long form is `EDILOOM_RUNS=100000 npx vitest run test/acknowledgment/replies.test.ts`. */
const RUNS = Number(process.env.EDILOOM_RUNS ?? 400);
const TIMEOUT = 20_000 + RUNS * 40;
const SEED = Number(process.env.EDILOOM_SEED ?? 3);

describe('replies', () => {
  it('keep their promises for what was received, sound or not', { timeout: TIMEOUT }, () => {
    const seeds = [...seedInputs(), ...conformanceInputs()];
    const answers = new Map<string, number>();
    const check = (bytes: Uint8Array, random: Random): void => {
      for (const answer of checkReplies(bytes, random)) answers.set(answer, (answers.get(answer) ?? 0) + 1);
    };
    for (const bytes of conformanceInputs()) {
      for (let seed = 1; seed <= 2; seed++) check(bytes, new Random(seed));
    }
    for (let run = 0; run < RUNS; run++) {
      const random = new Random(Math.imul(SEED, 0x9e3779b1) ^ Math.imul(run + 1, 0x85ebca6b));
      const bytes = mutant(random, seeds);
      try {
        check(bytes, random);
      } catch (error) {
        const text = `seed ${SEED}, run ${run}: ${String(error)}\n${Buffer.from(bytes).toString('latin1')}`;
        throw new Error(text, { cause: error });
      }
    }
    // The inputs are worth something only if they are answered in every way.
    expect([...answers.keys()].sort()).toEqual([
      ...['TA1 alone', 'accepted', 'nothing', 'partial', 'refused', 'rejected', 'with errors'],
    ]);
  });
});
