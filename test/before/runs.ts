import { Random } from '../../bench/generate/random.js';
import { compareOn, type Difference } from './checks.js';
import { bytesOf, type Recipe, recipeOf } from './mutant.js';
import type { Pair } from './packages.js';
import type { StartFile } from './start-files.js';

export interface Failure extends Difference {
  /** Seed of the run and number of the mutant in it: they make it again. */
  readonly seed: number;
  readonly run: number;
  /** Steps that are not needed for a difference are left out. */
  readonly recipe: Recipe;
}

/** Everything that a run asks: the packages, and what mutants are made of. */
export interface Subject {
  readonly pair: Pair;
  readonly files: readonly StartFile[];
  /** Ids of guides by which sets of any kind are read now and then. */
  readonly guides: readonly string[];
}

/** The mutant of that number: it depends on seed, number and files alone. */
export function mutantOf(seed: number, run: number, files: readonly StartFile[]): Recipe {
  return recipeOf(randomOf(seed, run), files);
}

/** Compares both packages on the mutant of that number; the smallest recipe that differs, if one does. */
export async function compareRun(
  seed: number,
  run: number,
  { pair, files, guides }: Subject,
): Promise<Failure | undefined> {
  const ask = (recipe: Recipe) => compareOn(bytesOf(recipe, files), randomOf(seed, ~run), { pair, guides });
  const recipe = mutantOf(seed, run, files);
  const difference = await ask(recipe);
  if (difference === undefined) return undefined;
  return { seed, run, ...(await shrunk(recipe, difference, ask)) };
}

type Ask = (recipe: Recipe) => Promise<Difference | undefined>;

/** Leaves out steps one by one as long as something differs. */
async function shrunk(recipe: Recipe, difference: Difference, ask: Ask): Promise<Difference & { recipe: Recipe }> {
  for (let at = 0; at < recipe.steps.length; at++) {
    const smaller = { ...recipe, steps: recipe.steps.toSpliced(at, 1) };
    const still = await ask(smaller);
    if (still !== undefined) return shrunk(smaller, still, ask);
  }
  return { ...difference, recipe };
}

function randomOf(seed: number, run: number): Random {
  return new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(run + 1, 0x85ebca6b));
}

/** A few lines without any payload, the last of which is the command that makes the mutant again. */
export function describeFailure({ seed, run, recipe, what, where }: Failure, files: readonly StartFile[]): string {
  const steps = recipe.steps.map(({ way, seed: of }) => `${way} (${of})`).join(', ') || 'nothing changed';
  return [
    `run ${run}: ${files[recipe.start]?.name}: ${steps}`,
    `  ${what}`,
    `  ${where}`,
    `  npm run before -- --seed ${seed} --first ${run} --runs 1 --keep mutant.edi`,
  ].join('\n');
}
