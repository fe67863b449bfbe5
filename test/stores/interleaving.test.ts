import { mkdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ControlNumbers } from '../../src/envelope/control-numbers.js';
import { fileControlNumbers } from '../../src/stores/counter-folders.js';
import { type FolderSteps, folderSteps } from '../../src/stores/folder-steps.js';
import { controlNumbersContract } from '../../src/testing/control-numbers-contract.js';
import { TemporaryFolder } from '../cli/temporary-folder.js';
import { memoryDisk, type Turn } from './memory-steps.js';
import { ISA } from './scopes.js';

const temporary = new TemporaryFolder();

/** The machine's steps; a call of `step` that the test asked for stops before it is done until it is let go. */
function stoppable(step: 'move' | 'list' | 'write' | 'sync') {
  let stopNext = false;
  let arrived: () => void = () => undefined;
  let goOn: () => void = () => undefined;
  const steps: FolderSteps = {
    ...folderSteps,
    [step]: async (...args: [string, string]) => {
      if (stopNext) {
        stopNext = false;
        const gate = new Promise<void>((resolve) => {
          goOn = resolve;
        });
        arrived();
        await gate;
      }
      return folderSteps[step](...args);
    },
  };
  const stopAtNext = (): Promise<void> => {
    stopNext = true;
    return new Promise((resolve) => {
      arrived = resolve;
    });
  };
  return { steps, stopAtNext, goOn: () => goOn() };
}

function directoryNamed(name: string): string {
  const directory = temporary.at(name);
  mkdirSync(directory);
  return directory;
}

describe('a process that stalls between looking and taking', () => {
  it('does not take a number that others took and left behind meanwhile', async () => {
    const directory = directoryNamed('stalled');
    const slow = stoppable('move');
    const a = fileControlNumbers({ directory }, slow.steps);
    const b = fileControlNumbers({ directory }, folderSteps);
    await b.next(ISA, 5);
    const stopped = slow.stopAtNext();
    const late = a.next(ISA);
    await stopped;
    // A has seen that 6 is the next; now 6 and 7 are given, and nothing of them is left on disk.
    expect([await b.next(ISA), await b.next(ISA)]).toEqual([6, 7]);
    slow.goOn();
    expect(await late).toBe(8);
    expect(await b.next(ISA)).toBe(9);
  });

  it('is not the first of a scope that others began meanwhile', async () => {
    const directory = directoryNamed('late-birth');
    const slow = stoppable('move');
    const a = fileControlNumbers({ directory }, slow.steps);
    const b = fileControlNumbers({ directory }, folderSteps);
    const stopped = slow.stopAtNext();
    const late = a.next(ISA);
    await stopped;
    expect([await b.next(ISA), await b.next(ISA)]).toEqual([1, 2]);
    slow.goOn();
    expect(await late).toBe(3);
  });

  it('begins its preparation again when it was taken for dead', async () => {
    const directory = directoryNamed('swept');
    const slow = stoppable('write');
    const a = fileControlNumbers({ directory }, slow.steps);
    const b = fileControlNumbers({ directory }, { ...folderSteps, age: async () => Number.POSITIVE_INFINITY });
    const stopped = slow.stopAtNext();
    const late = a.next(ISA);
    await stopped;
    expect(await b.next(ISA)).toBe(1);
    slow.goOn();
    expect(await late).toBe(2);
  });

  it('takes the number that is the next again after going back, and no other takes it', async () => {
    const directory = directoryNamed('back');
    const slow = stoppable('move');
    const a = fileControlNumbers({ directory }, slow.steps);
    const b = fileControlNumbers({ directory }, folderSteps);
    await b.next(ISA, 5);
    const stopped = slow.stopAtNext();
    const late = a.next(ISA);
    await stopped;
    await b.next(ISA, 10);
    await b.set(ISA, 6, { goBack: true });
    slow.goOn();
    expect(await late).toBe(6);
    expect(await b.next(ISA)).toBe(7);
  });

  it('does not set the counter back to what others have passed', async () => {
    const directory = directoryNamed('late-set');
    const slow = stoppable('move');
    const a = fileControlNumbers({ directory }, slow.steps);
    const b = fileControlNumbers({ directory }, folderSteps);
    await b.next(ISA, 5);
    const stopped = slow.stopAtNext();
    const late = a.set(ISA, 8);
    await stopped;
    await b.next(ISA, 20);
    slow.goOn();
    await expect(late).rejects.toMatchObject({ code: 'X12_CONTROL_NUMBERS_WOULD_REPEAT' });
    expect(await b.next(ISA)).toBe(26);
  });

  it('gives its number only after the folder was synced, and has spent it if that fails', async () => {
    const directory = directoryNamed('sync');
    const slow = stoppable('sync');
    const a = fileControlNumbers({ directory }, slow.steps);
    await a.next(ISA);
    const stopped = slow.stopAtNext();
    let given = false;
    const late = a.next(ISA).finally(() => {
      given = true;
    });
    await stopped;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(given).toBe(false);
    slow.goOn();
    expect(await late).toBe(2);
    const broken = async (): Promise<void> => {
      throw Object.assign(new Error('disk'), { code: 'EIO' });
    };
    await expect(fileControlNumbers({ directory }, { ...folderSteps, sync: broken }).next(ISA)).rejects.toMatchObject({
      code: 'X12_CONTROL_NUMBERS_UNAVAILABLE',
      details: { systemCode: 'EIO' },
    });
    expect(await a.next(ISA)).toBe(4);
  });
});

describe('any order of the steps of several processes, some of which die', () => {
  const DIRECTORY = '/numbers';
  type Call = { readonly count: number } | { readonly set: number };
  interface Life {
    readonly calls: readonly Call[];
    /** Dies before the step of this number, counted from 0; the step itself may still happen. */
    readonly dies: number | undefined;
    readonly stepHappens: boolean;
  }
  const call: fc.Arbitrary<Call> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ count: fc.integer({ min: 1, max: 3 }) }) },
    { weight: 1, arbitrary: fc.record({ set: fc.integer({ min: 1, max: 12 }) }) },
  );
  const life: fc.Arbitrary<Life> = fc.record({
    calls: fc.array(call, { minLength: 1, maxLength: 4 }),
    dies: fc.option(fc.nat(40), { nil: undefined }),
    stepHappens: fc.boolean(),
  });

  /** Runs the lives in the scheduler's order, then a last process; gives every number that any of them was given. */
  async function run(s: fc.Scheduler, lives: readonly Life[], tornMoves: boolean): Promise<readonly number[]> {
    const disk = memoryDisk(DIRECTORY, { tornMoves });
    const given: number[] = [];
    const all = lives.map((one) => {
      let steps = 0;
      let death: () => void = () => undefined;
      const died = new Promise<void>((resolve) => {
        death = resolve;
      });
      const turn: Turn = async (step) => {
        await s.schedule(Promise.resolve());
        if (one.dies === undefined || steps++ < one.dies) return step();
        if (steps - 1 === one.dies && one.stepHappens) step();
        death();
        return new Promise(() => undefined);
      };
      const numbers = fileControlNumbers({ directory: DIRECTORY }, disk.steps(turn));
      return Promise.race([died, live(numbers, one.calls, given)]);
    });
    await s.waitFor(Promise.all(all));
    const numbers = fileControlNumbers(
      { directory: DIRECTORY },
      disk.steps(async (step) => step()),
    );
    const before = Math.max(0, ...given);
    const last = await numbers.next(ISA);
    expect(last).toBeGreaterThan(before);
    return [...given, last];
  }

  async function live(numbers: ControlNumbers, calls: readonly Call[], given: number[]): Promise<void> {
    for (const one of calls) {
      if ('set' in one) {
        await numbers.set(ISA, one.set).catch((error: { code?: unknown }) => {
          if (error.code !== 'X12_CONTROL_NUMBERS_WOULD_REPEAT') throw error;
        });
      } else {
        const first = await numbers.next(ISA, one.count);
        for (let number = first; number < first + one.count; number++) given.push(number);
      }
    }
  }

  const property = (tornMoves: boolean) =>
    fc.asyncProperty(fc.scheduler(), fc.array(life, { minLength: 2, maxLength: 4 }), async (s, lives) => {
      const given = await run(s, lives, tornMoves);
      expect(new Set(given).size).toBe(given.length);
    });

  it('gives no number twice, and the store always opens', async () => {
    await fc.assert(property(false), { numRuns: 500 });
  });

  it('would find a rename that is not one step', async () => {
    expect((await fc.check(property(true), { numRuns: 2000, endOnFailure: true })).failed).toBe(true);
  });

  describe('the disk in memory', () => {
    const make = () => {
      const disk = memoryDisk(DIRECTORY);
      const steps = disk.steps(async (step) => step());
      return { open: (options = {}) => fileControlNumbers({ directory: DIRECTORY, ...options }, steps) };
    };
    for (const check of controlNumbersContract(make, { durable: true })) it(check.name, check.run);
  });
});
