import { Random } from '../../bench/generate/random.js';
import { checkEngine, checkInput, type Outcome } from './check-input.js';
import { mutant } from './mutate.js';

export interface Failure {
  /** Number of the input in its run: the seed and this make it again. */
  readonly run: number;
  readonly bytes: Uint8Array;
  readonly error: Error;
}

/** One input in so many also goes through the engine's own asynchronous verbs. */
const ENGINE_SHARE = 40;

/** The input of that number: it depends on seed and number alone, so that any single one can be made again. */
export function inputOf(
  seeds: readonly Uint8Array[],
  seed: number,
  run: number,
): { bytes: Uint8Array; random: Random } {
  const random = new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(run + 1, 0x85ebca6b));
  return { bytes: mutant(random, seeds), random };
}

/** Makes the input of that number and checks it. */
export async function runOne(seeds: readonly Uint8Array[], seed: number, run: number): Promise<Outcome | Failure> {
  const { bytes, random } = inputOf(seeds, seed, run);
  try {
    const outcome = checkInput(bytes, random);
    if (run % ENGINE_SHARE === 0) await checkEngine(bytes);
    return outcome;
  } catch (error) {
    return { run, bytes, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
