import { Random } from '../../bench/generate/random.js';
import type { StartFile } from './start-files.js';
import { BYTE_WAYS } from './ways/bytes.js';
import { ELEMENT_WAYS, MANY_ELEMENT_WAY } from './ways/elements.js';
import { ENVELOPE_WAYS } from './ways/envelopes.js';
import { SEGMENT_WAYS } from './ways/segments.js';
import type { Way } from './ways/way.js';

/** How a mutant is made. Without a step it is the file itself. */
export interface Recipe {
  /** Index of the file that it starts from. */
  readonly start: number;
  readonly steps: readonly Step[];
}

/** One mutation; its seed decides where and what, so that a step does the same whatever steps are left out beside it. */
export interface Step {
  readonly way: string;
  readonly seed: number;
}

/** Every way, as often as it shall be taken beside the others. */
const ANY_WAYS: readonly Way[] = [
  ...[...ELEMENT_WAYS, ...ELEMENT_WAYS, ...ELEMENT_WAYS],
  ...[...SEGMENT_WAYS, ...SEGMENT_WAYS, ...ENVELOPE_WAYS, ...BYTE_WAYS],
  MANY_ELEMENT_WAY,
];
export const WAYS: ReadonlyMap<string, Way> = new Map(ANY_WAYS.map((way) => [way.name, way]));
const GENTLE_WAYS = [...WAYS.values()].filter(({ gentle }) => gentle === true);

/** Of a hundred mutants. */
const UNCHANGED = 3;
const GENTLE = 25;

/** By these random numbers and the number of files alone. */
export function recipeOf(random: Random, files: readonly StartFile[]): Recipe {
  const start = random.below(files.length);
  if (random.chance(UNCHANGED)) return { start, steps: [] };
  if (random.chance(GENTLE)) return { start, steps: stepsOf(random, GENTLE_WAYS, random.between(1, 3)) };
  return { start, steps: stepsOf(random, ANY_WAYS, 1 + Math.min(random.below(6), random.below(6))) };
}

function stepsOf(random: Random, ways: readonly Way[], count: number): Step[] {
  return Array.from({ length: count }, () => ({ way: random.pick(ways).name, seed: random.below(0x7fffffff) }));
}

/** The bytes that a recipe gives. */
export function bytesOf({ start, steps }: Recipe, files: readonly StartFile[]): Uint8Array {
  const text = steps.reduce(mutated, files[start]?.text ?? '');
  return new Uint8Array(Buffer.from(text.slice(0, MOST_BYTES), 'latin1'));
}

/** Doubling may add up; what is longer shows nothing more. */
const MOST_BYTES = 60_000;

function mutated(text: string, { way, seed }: Step): string {
  return WAYS.get(way)?.change(new Random(seed), text) ?? text;
}
