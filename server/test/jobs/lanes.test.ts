import { describe, expect, it } from 'vitest';
import type { JobOutcome } from '../../src/jobs/job.js';
import { openTestStore } from '../support/open-test-store.js';
import { enqueue, jobRows, testJobs, until } from '../support/test-jobs.js';

describe('a lane', () => {
  it('is done one at a time in the order of orderAt, and others beside it', async () => {
    const store = await openTestStore();
    const order: string[] = [];
    const running = new Map<string, number>();
    const jobs = testJobs(store, {
      handlers: {
        work: async ({ lane = '', payload }) => {
          running.set(lane, (running.get(lane) ?? 0) + 1);
          expect(running.get(lane)).toBe(1);
          await new Promise((resolve) => setTimeout(resolve, 1));
          running.set(lane, 0);
          order.push(`${lane}${payload}`);
          return { kind: 'done' };
        },
      },
    });
    const list = [5, 3, 9, 1, 7].flatMap((n) =>
      ['x', 'y'].map((lane) => ({ kind: 'work', lane, orderAt: n, payload: n })),
    );
    await enqueue(store, jobs, list);
    jobs.start();
    await until(() => order.length === 10);
    for (const lane of ['x', 'y']) {
      expect(order.filter((one) => one.startsWith(lane))).toEqual([1, 3, 5, 7, 9].map((n) => `${lane}${n}`));
    }
    await until(async () => (await jobRows(store)).length === 0);
  });

  it('keeps the order of enqueuing within one instant', async () => {
    const store = await openTestStore();
    const order: unknown[] = [];
    const jobs = testJobs(store, {
      handlers: {
        work: async ({ payload }) => {
          order.push(payload);
          return { kind: 'done' };
        },
      },
    });
    for (let n = 0; n < 30; n++) await enqueue(store, jobs, { kind: 'work', lane: 'x', orderAt: 1, payload: n });
    jobs.start();
    await until(() => order.length === 30);
    expect(order).toEqual(Array.from({ length: 30 }, (_, n) => n));
  });

  it('waits for the retry of its first, and goes on without one that failed for good', async () => {
    const store = await openTestStore();
    const order: string[] = [];
    const outcomes: Record<string, (attempt: number) => JobOutcome> = {
      1: (attempt) => (attempt < 3 ? { kind: 'again', dueAt: Date.now() + 30 } : { kind: 'done' }),
      2: () => ({ kind: 'failed', error: 'no' }),
      3: () => ({ kind: 'done' }),
    };
    const jobs = testJobs(store, {
      handlers: {
        work: async ({ payload, attempt }) => {
          order.push(`${payload}.${attempt}`);
          return outcomes[String(payload)]?.(attempt) ?? { kind: 'done' };
        },
      },
    });
    await enqueue(
      store,
      jobs,
      [1, 2, 3].map((n) => ({ kind: 'work', lane: 'x', orderAt: n, payload: n })),
    );
    jobs.start();
    await until(() => order.length === 5);
    expect(order).toEqual(['1.1', '1.2', '1.3', '2.1', '3.1']);
    await until(async () => (await jobRows(store)).length === 1);
    expect(await jobRows(store)).toMatchObject([{ state: 'failed', payload: '2' }]);
  });

  it('lets one that was acknowledged earlier go first, though it came later, and never beside another', async () => {
    const store = await openTestStore();
    const order: unknown[] = [];
    let goOn: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const jobs = testJobs(store, {
      handlers: {
        work: async ({ payload, attempt }) => {
          order.push(payload);
          if (payload !== 5 || attempt > 1) return { kind: 'done' };
          await gate;
          return { kind: 'again', dueAt: Date.now() };
        },
      },
    });
    jobs.start();
    await enqueue(store, jobs, { kind: 'work', lane: 'x', orderAt: 5, payload: 5 });
    await until(() => order.length === 1);
    await enqueue(
      store,
      jobs,
      [4, 6].map((n) => ({ kind: 'work', lane: 'x', orderAt: n, payload: n })),
    );
    await until(async () => (await jobRows(store)).filter(({ state }) => state === 'parked').length === 2);
    expect(order).toEqual([5]);
    goOn();
    await until(() => order.length === 4);
    expect(order).toEqual([5, 4, 5, 6]);
  });

  it('of 20,000 that stand behind one is looked through once, and the rest goes on', async () => {
    const store = await openTestStore();
    let others = 0;
    let stuck = 0;
    const jobs = testJobs(store, {
      handlers: {
        first: async () => {
          stuck += 1;
          return { kind: 'again', dueAt: Date.now() + 3_600_000 };
        },
        behind: async () => ({ kind: 'failed', error: 'never' }),
        other: async () => {
          others += 1;
          return { kind: 'done' };
        },
      },
    });
    await enqueue(store, jobs, { kind: 'first', lane: 'x', orderAt: 0, payload: null });
    for (let i = 0; i < 20; i++) {
      const behind = Array.from({ length: 1000 }, () => ({ kind: 'behind', lane: 'x', orderAt: 1, payload: null }));
      await enqueue(store, jobs, behind);
    }
    jobs.start();
    await enqueue(store, jobs, { kind: 'other', payload: null });
    await until(() => others === 1 && stuck === 1);
    const parked = () => store.read((db) => db.selectFrom('jobs').select('id').where('state', '=', 'parked').execute());
    await until(async () => (await parked()).length === 20_000);
    await enqueue(
      store,
      jobs,
      Array.from({ length: 200 }, () => ({ kind: 'other', payload: null })),
    );
    await until(() => others === 201);
  });

  it('is kept by two runners while many enqueue at once, out of order', async () => {
    const store = await openTestStore();
    const running = new Set<string>();
    const errors: string[] = [];
    let done = 0;
    const handlers = {
      work: async ({ lane = '', attempt }: { lane?: string | undefined; attempt: number }): Promise<JobOutcome> => {
        if (running.has(lane)) errors.push(`Two at once in ${lane}.`);
        running.add(lane);
        await new Promise((resolve) => setTimeout(resolve, 2 * Math.random()));
        running.delete(lane);
        if (attempt === 1 && Math.random() < 0.1) return { kind: 'again', dueAt: Date.now() + 5 };
        done += 1;
        return { kind: 'done' };
      },
    };
    const runners = [1, 2].map(() => testJobs(store, { handlers, concurrency: 10, pollMs: 50 }));
    for (const runner of runners) runner.start();
    const [first] = runners;
    if (first === undefined) throw new Error('There are two.');
    for (let round = 0; round < 20; round++) {
      const now = Date.now();
      const lanes = Array.from({ length: 20 }, (_, n) => `lane-${n % 6}`);
      await Promise.all(
        lanes.map((lane) =>
          enqueue(store, first, { kind: 'work', lane, orderAt: now - Math.floor(Math.random() * 50), payload: null }),
        ),
      );
    }
    await until(async () => (await jobRows(store)).length === 0, 40_000);
    expect(errors).toEqual([]);
    expect(done).toBe(400);
  });
});
