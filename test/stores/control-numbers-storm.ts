/**
 * The kill -9 storm over control numbers in files. Each round starts processes that take numbers as fast as they can, kills
 * each by SIGKILL at an instant of its own, opens the directory again and takes a number itself. Two scopes live through all
 * rounds; a third begins in each round, so that kills also meet the beginning of a scope.
 *
 * `npm test` runs some rounds; the long form, 250 rounds, is `npm run storm:control-numbers` and prints its figures;
 * `EDILOOM_STORM_ROUNDS` takes any other number.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Random } from '../../bench/generate/random.js';
import type { ControlNumberScope } from '../../src/envelope/control-number-scope.js';
import { createFileControlNumbers } from '../../src/stores/file-control-numbers.js';
import { AllocatingProcess, bundleAllocate, type GivenNumber } from './allocating-process.js';
import { groupTo, ISA } from './scopes.js';

const PROCESSES = 3;
const CALLERS = 4;
/** Milliseconds a process lives at most once it runs; a start takes about 60. */
const LIFE = 80;
const START = 120;

export interface StormFigures {
  readonly rounds: number;
  readonly killed: number;
  /** Numbers that a process or the storm itself was given. */
  readonly given: number;
  /** Numbers below a counter's end that nobody holds: taken at the instant of a kill. */
  readonly lost: number;
  /** Scopes that were used. */
  readonly scopes: number;
  /** Folders of preparations that a kill left behind, which are cleared away later. */
  readonly leftOvers: number;
  readonly seconds: number;
}

/** @throws Error at the first number that was given twice or out of order, and what a store throws that does not open. */
export async function storm(folder: string, { rounds, seed }: { rounds: number; seed: number }): Promise<StormFigures> {
  const began = performance.now();
  const program = await bundleAllocate(folder);
  const directory = join(folder, 'numbers');
  mkdirSync(directory);
  const random = new Random(seed);
  const ledger = new Ledger();
  let killed = 0;
  for (let round = 1; round <= rounds; round++) {
    const third = `ROUND${round}`;
    const children = Array.from({ length: PROCESSES }, (_, index) => {
      const log = join(folder, `${round}-${index}.log`);
      return new AllocatingProcess(program, log, [directory, third, String(CALLERS)]);
    });
    const ends = await Promise.all(children.map((child) => endAtRandom(child, random)));
    const wrong = ends.filter((end) => end !== 'SIGKILL');
    if (wrong.length > 0) throw new Error(`round ${round}: a process ended by itself: ${wrong.join()}`);
    killed += ends.length;
    ledger.beginRound();
    for (const child of children) ledger.enter(child.given());
    await takeOne(directory, third, ledger);
  }
  const leftOvers = readdirSync(directory).filter((name) => name.startsWith('new-') || name.startsWith('old-'));
  const seconds = Math.round((performance.now() - began) / 1000);
  return { rounds, killed, ...ledger.figures, leftOvers: leftOvers.length, seconds };
}

/** Half of them die counted from their start, wherever they are then; the others once they have taken a number. */
async function endAtRandom(child: AllocatingProcess, random: Random): Promise<string> {
  if (random.chance(50)) {
    await setTimeout(random.between(0, START));
  } else {
    for (let wait = 0; wait < 2000 && child.given().length === 0; wait++) await setTimeout(2);
    await setTimeout(random.between(0, LIFE));
  }
  child.kill();
  return child.ended;
}

/** Opens the directory as after a restart; each scope goes on above all that was given. */
async function takeOne(directory: string, third: string, ledger: Ledger): Promise<void> {
  const numbers = createFileControlNumbers({ directory });
  const scopes: readonly (readonly [string, ControlNumberScope])[] = [
    ['-', ISA],
    ['DESK', groupTo('DESK')],
    [third, groupTo(third)],
  ];
  ledger.beginRound();
  for (const [name, scope] of scopes) {
    const peeked = await numbers.peek(scope);
    const number = await numbers.next(scope);
    if (number !== peeked) throw new Error(`peek of ${name} said ${peeked}, and next gave ${number}`);
    ledger.enter([{ scope: name, caller: 0, number }]);
  }
}

/** Who was given what: no number of a scope twice, each caller's rising, and all above those of earlier rounds. */
class Ledger {
  readonly #scopes = new Map<string, { numbers: Set<number>; highest: number; highestBefore: number }>();

  beginRound(): void {
    for (const scope of this.#scopes.values()) scope.highestBefore = scope.highest;
  }

  /** What one process was given in this round. */
  enter(given: readonly GivenNumber[]): void {
    const last = new Map<string, number>();
    for (const { scope: name, caller, number } of given) {
      const scope = this.#scopes.get(name) ?? { numbers: new Set(), highest: 0, highestBefore: 0 };
      this.#scopes.set(name, scope);
      if (scope.numbers.has(number)) throw new Error(`${number} of ${name} was given twice`);
      const before = last.get(`${name} ${caller}`) ?? scope.highestBefore;
      if (!(number > before)) throw new Error(`${number} of ${name} was given after ${before}`);
      last.set(`${name} ${caller}`, number);
      scope.numbers.add(number);
      scope.highest = Math.max(scope.highest, number);
    }
  }

  get figures(): Pick<StormFigures, 'given' | 'lost' | 'scopes'> {
    const scopes = [...this.#scopes.values()];
    return {
      given: scopes.reduce((sum, { numbers }) => sum + numbers.size, 0),
      lost: scopes.reduce((sum, { numbers, highest }) => sum + highest - numbers.size, 0),
      scopes: scopes.length,
    };
  }
}
