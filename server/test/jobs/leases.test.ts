import { describe, expect, it } from 'vitest';
import type { JobHandler } from '../../src/jobs/job.js';
import type { Store } from '../../src/store/store.js';
import { openTestStore } from '../support/open-test-store.js';
import { enqueue, jobRows, ON_POSTGRES, SILENT, TestClock, testJobs, until } from '../support/test-jobs.js';

const never: JobHandler = () => new Promise(() => {});

describe('leases', () => {
  it('let two runners share the work, each job once', async () => {
    const store = await openTestStore();
    const seen: string[] = [];
    const handlers = {
      work: async ({ id }: { id: string }) => {
        seen.push(id);
        await new Promise((resolve) => setTimeout(resolve, 1));
        return { kind: 'done' as const };
      },
    };
    const one = testJobs(store, { handlers, concurrency: 8 });
    const two = testJobs(store, { handlers, concurrency: 8 });
    const list = Array.from({ length: 500 }, (_, n) => ({
      kind: 'work',
      lane: n % 3 === 0 ? `l${n % 30}` : undefined,
      payload: n,
    }));
    await enqueue(store, one, list);
    one.start();
    two.start();
    await until(async () => (await jobRows(store)).length === 0);
    expect(seen).toHaveLength(500);
    expect(new Set(seen).size).toBe(500);
  });

  it('end: the job is taken over, and who lost it changes nothing any more', async () => {
    const store = await openTestStore();
    const clock = new TestClock(1_000_000);
    let wakeUp: () => void = () => {};
    const slow = testJobs(store, {
      clock,
      leaseMs: 3_600_000,
      handlers: {
        work: async () => {
          await new Promise<void>((resolve) => {
            wakeUp = resolve;
          });
          return {
            kind: 'done',
            commit: async (queries) => {
              await queries.insert('journal', { kind: 'k', id: 'slow', state: '', facts: '{}', at: '' }).execute();
            },
          };
        },
      },
    });
    const attempts: number[] = [];
    const other = testJobs(store, {
      clock,
      handlers: {
        work: async ({ attempt }) => {
          attempts.push(attempt);
          return { kind: 'done' };
        },
      },
    });
    slow.start();
    await enqueue(store, slow, { kind: 'work', lane: 'x', payload: 1 });
    await until(async () => (await jobRows(store))[0]?.state === 'running');
    other.start();
    clock.jump(3_600_001);
    other.wake();
    await until(() => attempts.length === 1);
    // Nothing went wrong with it.
    expect(attempts).toEqual([1]);
    await until(async () => (await jobRows(store)).length === 0);
    wakeUp();
    await slow.stop(1000);
    expect(await store.read((db) => db.selectFrom('journal').selectAll().execute())).toEqual([]);
  });

  it('are renewed while a job is worked on, and a job that was lost is told to stop', async () => {
    const store = await openTestStore();
    const lost: unknown[] = [];
    const jobs = testJobs(store, {
      leaseMs: 600,
      handlers: {
        work: async (_, signal) => {
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          lost.push(signal.reason);
          return { kind: 'done' };
        },
      },
    });
    jobs.start();
    await enqueue(store, jobs, { kind: 'work', payload: 1 });
    await until(async () => (await jobRows(store))[0]?.state === 'running');
    const [first] = await jobRows(store);
    await until(async () => Number((await jobRows(store))[0]?.lease_until) > Number(first?.lease_until) + 60);
    expect((await jobRows(store))[0]?.lease).toBe(1);
    await store.write((tx) =>
      tx
        .updateTable('jobs')
        .set({ owner: 'another', lease: 7, lease_until: Date.now() + 60_000 })
        .execute(),
    );
    await until(() => lost.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await jobRows(store)).toMatchObject([{ state: 'running', owner: 'another' }]);
  });

  it('that are lost before their job is begun leave it to the other process', async () => {
    const store = await openTestStore();
    const begun: unknown[] = [];
    let open: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const jobs = testJobs(store, {
      leaseMs: 600,
      concurrency: 1,
      handlers: {
        work: async ({ payload }) => {
          begun.push(payload);
          await gate;
          return { kind: 'done' };
        },
      },
    });
    await enqueue(store, jobs, [
      { kind: 'work', payload: 1, dueAt: 1 },
      { kind: 'work', payload: 2, dueAt: 2 },
    ]);
    jobs.start();
    await until(async () => (await jobRows(store)).every(({ state }) => state === 'running'));
    const other = { owner: 'another', lease: 7, lease_until: Date.now() + 60_000 };
    await store.write((tx) => tx.updateTable('jobs').set(other).where('payload', '=', '2').execute());
    const untilOf = async () => Number((await jobRows(store)).find(({ payload }) => payload === '1')?.lease_until);
    const before = await untilOf();
    // By the renewal the process learns that the second is another's.
    await until(async () => (await untilOf()) > before);
    open();
    await until(async () => (await jobRows(store)).length === 1);
    await jobs.stop(0);
    expect(begun).toEqual([1]);
    expect(await jobRows(store)).toMatchObject([{ payload: '2', state: 'running', owner: 'another' }]);
  });

  it('of a job that was let go are not renewed with those of others, so that it comes again', async () => {
    const database = await openTestStore();
    let isDown = false;
    const store: Store = {
      ...database,
      write: (work) => (isDown ? Promise.reject(new Error('The database is not there.')) : database.write(work)),
    };
    const attempts: number[] = [];
    const jobs = testJobs(store, {
      leaseMs: 300,
      // Neither the end of the job nor that it failed can be written.
      log: { ...SILENT, error: () => setTimeout(() => (isDown = false), 20) },
      handlers: {
        long: never,
        work: async ({ attempt }) => {
          attempts.push(attempt);
          isDown = attempts.length === 1;
          return { kind: 'done' };
        },
      },
    });
    await enqueue(store, jobs, [
      { kind: 'long', payload: 1 },
      { kind: 'work', payload: 2 },
    ]);
    jobs.start();
    await until(async () => (await jobRows(database)).every(({ kind }) => kind === 'long'), 5000);
    expect(attempts).toEqual([1, 1]);
  });

  it.skipIf(ON_POSTGRES)('of a process that was killed do not hold up the next on an embedded store', async () => {
    const store = await openTestStore();
    const jobs = testJobs(store, { handlers: { work: async () => ({ kind: 'done' }) } });
    await enqueue(
      store,
      jobs,
      [1, 2].map((n) => ({ kind: 'work', lane: 'x', payload: n })),
    );
    await store.write((tx) =>
      tx
        .updateTable('jobs')
        .set({ state: 'running', owner: 'killed', lease: 1, lease_until: Date.now() + 3_600_000 })
        .where('payload', '=', '1')
        .execute(),
    );
    jobs.start();
    await until(async () => (await jobRows(store)).length === 0);
  });

  it('are given back when the process ends: at once what was not begun, after its patience the rest', async () => {
    const store = await openTestStore();
    let begun = 0;
    const jobs = testJobs(store, {
      concurrency: 2,
      handlers: {
        work: async ({ payload }, signal) => {
          if (payload === 'stuck') return new Promise(() => {});
          begun += 1;
          await new Promise((resolve) => setTimeout(resolve, 100));
          return signal.aborted ? { kind: 'failed', error: 'stopped' } : { kind: 'done' };
        },
      },
    });
    await enqueue(store, jobs, [
      { kind: 'work', payload: 0, orderAt: 0 },
      { kind: 'work', payload: 'stuck', orderAt: 1, lane: 'x' },
      { kind: 'work', payload: 2, orderAt: 2 },
      { kind: 'work', payload: 3, orderAt: 3 },
    ]);
    jobs.start();
    await until(() => begun === 1);
    await jobs.stop(300);
    expect(await jobRows(store)).toMatchObject([
      { payload: '"stuck"', state: 'waiting', attempt: 0, owner: null, lease_until: null },
      { payload: '2', state: 'waiting', attempt: 0, owner: null },
      { payload: '3', state: 'waiting', attempt: 0, owner: null },
    ]);
    expect(begun).toBe(1);
  });

  it('run out where the database is gone when the process ends: what runs has its time all the same', async () => {
    const database = await openTestStore();
    let isDown = false;
    const store: Store = {
      ...database,
      write: (work) => (isDown ? Promise.reject(new Error('The database is not there.')) : database.write(work)),
    };
    const ends: boolean[] = [];
    let finish: (() => void) | undefined;
    const jobs = testJobs(store, {
      concurrency: 1,
      handlers: {
        work: async (_job, signal) => {
          await new Promise<void>((resolve) => {
            finish = resolve;
            signal.addEventListener('abort', () => resolve());
          });
          ends.push(signal.aborted);
          return { kind: 'done' };
        },
      },
    });
    await enqueue(store, jobs, [
      { kind: 'work', payload: 1, orderAt: 1 },
      { kind: 'work', payload: 2, orderAt: 2 },
    ]);
    jobs.start();
    await until(async () => (await jobRows(database)).every(({ state }) => state === 'running'));
    await until(() => finish !== undefined);
    isDown = true;
    const stopped = jobs.stop(60_000);
    setTimeout(() => finish?.(), 20);
    await stopped;
    expect(ends).toEqual([false]);
    expect((await jobRows(database)).map(({ state }) => state)).toEqual(['running', 'running']);
    isDown = false;
  });

  it('are not given while the time is not steady, and after a jump nobody is taken over before all could renew', async () => {
    const store = await openTestStore();
    const clock = { ahead: 0, isSteady: false, steppedAt: 0, now: () => 1_000_000 + clock.ahead };
    const seen: number[] = [];
    const work: JobHandler = async ({ attempt }) => {
      seen.push(attempt);
      return { kind: 'done' };
    };
    const jobs = testJobs(store, { clock, leaseMs: 60_000, pollMs: 5, handlers: { work } });
    await enqueue(store, jobs, { kind: 'work', payload: 1 });
    jobs.start();
    const row = async () => (await jobRows(store))[0];
    // Several looks.
    for (let look = 0; look < 5; look++) {
      jobs.wake();
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
    expect(await row()).toMatchObject({ state: 'waiting', lease: 0 });
    const leased = { state: 'running' as const, owner: 'another', lease: 1, attempt: 1, lease_until: 1_060_000 };
    await store.write((tx) => tx.updateTable('jobs').set(leased).execute());
    Object.assign(clock, { ahead: 120_000, isSteady: true, steppedAt: 1_120_000 });
    await enqueue(store, jobs, { kind: 'work', payload: 2 });
    await until(() => seen.length === 1);
    jobs.wake();
    expect(await row()).toMatchObject({ owner: 'another' });
    clock.ahead += 60_000;
    await until(() => seen.length === 2);
    expect(seen).toEqual([1, 1]);
  });
});
