import { describe, expect, it } from 'vitest';
import { Gatherer, type GatherPolicy } from '../src/gatherer.js';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

interface Run {
  readonly key: string;
  readonly items: readonly number[];
  /** Ends the run. */
  readonly end: () => void;
}

/** Runs that take at once and last until a test ends them; 13 breaks its run. */
function lasting(policy?: GatherPolicy) {
  const runs: Run[] = [];
  const gatherer = new Gatherer<number, string>(async (take, key) => {
    const items = take();
    await new Promise<void>((end) => runs.push({ key, items, end }));
    if (items.includes(13)) throw new Error('unlucky');
    return items.map((item) => `${key}${item}`);
  }, policy);
  const itemsOfRuns = () => runs.map(({ items }) => items);
  return { gatherer, runs, itemsOfRuns, add: (...items: number[]) => items.map((item) => gatherer.add(item)) };
}

/** Runs that end at once. */
function quick(policy?: GatherPolicy) {
  const runs: (readonly number[])[] = [];
  const gatherer = new Gatherer<number, number>((take) => {
    runs.push(take());
    return take().map((item) => item * 10);
  }, policy);
  return { gatherer, runs };
}

const statusesOf = async (promises: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(promises)).map(({ status }) => status);

describe('a gatherer, one run by one', () => {
  it('begins at once, and lets those that come meanwhile go as one, in their order', async () => {
    const { add, runs, itemsOfRuns } = lasting();
    const answers = add(1, 2, 3);
    expect(itemsOfRuns()).toEqual([[1]]);
    answers.push(...add(4));
    await turn();
    expect(itemsOfRuns()).toEqual([[1]]);
    runs[0]?.end();
    await turn();
    expect(itemsOfRuns()).toEqual([[1], [2, 3, 4]]);
    runs[1]?.end();
    expect(await Promise.all(answers)).toEqual(['1', '2', '3', '4']);
  });

  it('answers who went, before those behind them have gone', async () => {
    const { add, runs } = lasting();
    const [first] = add(1, 2);
    runs[0]?.end();
    expect(await first).toBe('1');
    await turn();
    expect(runs).toHaveLength(2);
    runs[1]?.end();
  });

  it('takes those along that come until the run takes, and gives the same whenever it is asked', async () => {
    const asked: (readonly number[])[] = [];
    const gatherer = new Gatherer<number, number>(async (take) => {
      await turn();
      asked.push(take());
      await turn();
      expect(take()).toBe(take());
      return take();
    });
    const first = [gatherer.add(1), gatherer.add(2)];
    await turn();
    expect(await Promise.all([...first, gatherer.add(3), gatherer.add(4)])).toEqual([1, 2, 3, 4]);
    expect(asked).toEqual([
      [1, 2],
      [3, 4],
    ]);
  });

  it('lets no more go than the most', async () => {
    const { gatherer, runs } = quick({ begin: 'next-turn', most: 2 });
    await Promise.all([1, 2, 3, 4, 5].map((item) => gatherer.add(item)));
    expect(runs).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('keeps keys apart, which do not wait for each other', async () => {
    const { gatherer, runs } = lasting();
    const answers = [gatherer.add(1, 'a'), gatherer.add(1, 'b'), gatherer.add(2, 'a'), gatherer.add(2, 'b')];
    runs[1]?.end();
    await turn();
    expect(runs.map(({ key, items }) => [key, items])).toEqual([
      ['a', [1]],
      ['b', [1]],
      ['b', [2]],
    ]);
    runs[2]?.end();
    expect(await answers[3]).toBe('b2');
    runs[0]?.end();
    await turn();
    runs[3]?.end();
    expect(await Promise.all(answers)).toEqual(['a1', 'b1', 'a2', 'b2']);
  });

  it('begins a key anew after its last run', async () => {
    const { gatherer, runs } = quick();
    expect(await gatherer.add(1, 'a')).toBe(10);
    expect(await gatherer.add(2, 'a').then(() => gatherer.add(3, 'a'))).toBe(30);
    await gatherer.idle();
    const added = gatherer.add(4, 'a');
    expect(runs).toEqual([[1], [2], [3], [4]]);
    expect(await added).toBe(40);
  });

  it('lets go what a run itself adds, after the run', async () => {
    const runs: (readonly number[])[] = [];
    const added: Promise<number>[] = [];
    const gatherer: Gatherer<number, number> = new Gatherer((take) => {
      runs.push(take());
      // Even if it is never awaited: nothing counts on a stack that grows.
      for (const item of take()) if (item < 1000) added.push(gatherer.add(item + 1));
      return take();
    });
    expect(await gatherer.add(1)).toBe(1);
    await gatherer.idle();
    expect(runs).toHaveLength(1000);
    expect((await Promise.all(added)).at(-1)).toBe(1000);
  });

  it('waits between runs where the policy says so', async () => {
    const { gatherer, runs } = quick({ next: 'next-turn' });
    const answers = [1, 2, 3].map((item) => gatherer.add(item));
    await answers[0];
    expect(runs).toEqual([[1]]);
    answers.push(gatherer.add(4));
    await turn();
    await turn();
    expect(runs).toEqual([[1], [2, 3, 4]]);
    expect(await Promise.all(answers)).toEqual([10, 20, 30, 40]);
  });
});

describe('a gatherer, side by side', () => {
  it('begins a run for each portion of what has come, and the next while they last', async () => {
    const { add, runs, itemsOfRuns } = lasting({ begin: 'next-turn', most: 2, runs: 'side-by-side' });
    const answers = add(1, 2, 3);
    await turn();
    expect(itemsOfRuns()).toEqual([[1, 2], [3]]);
    answers.push(...add(4));
    await turn();
    expect(itemsOfRuns()).toEqual([[1, 2], [3], [4]]);
    runs[2]?.end();
    expect(await answers[3]).toBe('4');
    runs[1]?.end();
    runs[0]?.end();
    expect(await Promise.all(answers)).toEqual(['1', '2', '3', '4']);
  });

  it('begins at once with each, where the policy says at once', () => {
    const { add, itemsOfRuns } = lasting({ runs: 'side-by-side' });
    add(1, 2);
    expect(itemsOfRuns()).toEqual([[1], [2]]);
  });

  it('keeps keys apart', async () => {
    const { gatherer, runs } = lasting({ begin: 'next-turn', runs: 'side-by-side' });
    void gatherer.add(1, 'a');
    void gatherer.add(2, 'b');
    void gatherer.add(3, 'a');
    await turn();
    expect(runs.map(({ key, items }) => [key, items])).toEqual([
      ['a', [1, 3]],
      ['b', [2]],
    ]);
  });

  it('puts what a run adds into a later one', async () => {
    const runs: (readonly number[])[] = [];
    const later: Promise<number>[] = [];
    const gatherer: Gatherer<number, number> = new Gatherer(
      (take) => {
        runs.push(take());
        for (const item of take()) if (item < 3) later.push(gatherer.add(item + 1));
        return take();
      },
      { begin: 'next-turn', runs: 'side-by-side' },
    );
    await gatherer.add(1);
    await gatherer.idle();
    expect(runs).toEqual([[1], [2], [3]]);
    expect(await Promise.all(later)).toEqual([2, 3]);
  });
});

describe('the moment a gatherer begins', () => {
  it('is the call itself, the end of the tick, the next turn, or some time later', async () => {
    const order: string[] = [];
    const after = (begin: GatherPolicy['begin'], name: string) => {
      const gatherer = new Gatherer<string>(
        (take) => {
          order.push(`${name}: ${take().join(' ')}`);
          return take().map(() => undefined);
        },
        { begin },
      );
      return Promise.all([
        gatherer.add('one'),
        Promise.resolve()
          .then(() => {})
          .then(() => gatherer.add('microtask')),
        turn().then(() => gatherer.add('turn')),
      ]);
    };
    await Promise.all([
      // Longer than a busy machine lets a turn wait.
      after({ afterMs: 200 }, 'time'),
      after('next-turn', 'turn'),
      after('end-of-tick', 'tick'),
      after('at-once', 'now'),
    ]);
    expect(order.filter((line) => !line.endsWith(': turn'))).toEqual([
      'now: one',
      'now: microtask',
      'tick: one microtask',
      'turn: one microtask',
      'time: one microtask turn',
    ]);
  });
});

describe('a gatherer whose run fails', () => {
  it('refuses those who went together, and goes on with who comes after', async () => {
    const { add, runs } = lasting();
    const statuses = statusesOf(add(13, 2, 3));
    runs[0]?.end();
    await turn();
    runs[1]?.end();
    expect(await statuses).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    const later = add(4);
    runs[2]?.end();
    expect(await Promise.all(later)).toEqual(['4']);
  });

  it.each(['one-by-one', 'side-by-side'] as const)('refuses those it has not even taken, %s', async (runs) => {
    const gatherer = new Gatherer<number, string>(
      async () => {
        await turn();
        throw new Error('no connection');
      },
      { runs, begin: 'next-turn' },
    );
    const answers = [gatherer.add(1), gatherer.add(2)];
    await expect(answers[0]).rejects.toThrow('no connection');
    await expect(answers[1]).rejects.toThrow('no connection');
    await gatherer.idle();
  });

  it('refuses those of a run that throws before it waits for anything', async () => {
    const gatherer = new Gatherer<number, number>(() => {
      throw new Error('at once');
    });
    await expect(gatherer.add(1)).rejects.toThrow('at once');
    await expect(gatherer.add(2)).rejects.toThrow('at once');
  });

  it('refuses all where an answer is missing, rather than leave one without', async () => {
    const gatherer = new Gatherer<number, number>((take) => take().slice(1), { begin: 'next-turn' });
    expect(await statusesOf([gatherer.add(1), gatherer.add(2)])).toEqual(['rejected', 'rejected']);
  });

  it('refuses one alone, and lets one wait alone, where its answer is a promise', async () => {
    let settle: (answer: string) => void = () => {};
    const late = new Promise<string>((resolve) => {
      settle = resolve;
    });
    const gatherer = new Gatherer<number, string>(async () => ['first', Promise.reject(new Error('no')), late], {
      begin: 'next-turn',
    });
    const [first, second, third] = [gatherer.add(1), gatherer.add(2), gatherer.add(3)];
    expect(await first).toBe('first');
    await expect(second).rejects.toThrow('no');
    // The run has ended for the gatherer.
    await gatherer.idle();
    settle('third');
    expect(await third).toBe('third');
  });
});

describe('waiting for a gatherer', () => {
  it.each(['one-by-one', 'side-by-side'] as const)('ends when all is answered, %s', async (order) => {
    const { gatherer, runs } = lasting({ begin: { afterMs: 1 }, most: 1, runs: order });
    await gatherer.idle();
    const answers = [gatherer.add(1), gatherer.add(13, 'b'), gatherer.add(2)];
    const settled = Promise.allSettled(answers);
    let idle = 0;
    const waiting = [gatherer.idle(), gatherer.idle()].map((one) => one.then(() => idle++));
    for (let ended = 0; ended < 3; ) {
      expect(idle).toBe(0);
      await turn();
      const run = runs[ended];
      if (run === undefined) continue;
      run.end();
      ended += 1;
    }
    await Promise.all(waiting);
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('goes on with what comes before it is seen to have ended', async () => {
    const { gatherer, runs } = quick({ begin: 'next-turn' });
    const second = gatherer.add(1).then(() => gatherer.add(2));
    await gatherer.idle();
    expect(runs).toEqual([[1], [2]]);
    expect(await second).toBe(20);
  });
});
