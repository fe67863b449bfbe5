import { describe, expect, it } from 'vitest';
import { listFailedJobs, purgeFailedJobs, retryAllFailedJobs, retryFailedJobs } from '../../src/jobs/failed-jobs.js';
import type { Store } from '../../src/store/store.js';
import { openTestStore } from '../support/open-test-store.js';
import { enqueue, jobRows, TestClock, testJobs, until } from '../support/test-jobs.js';

describe('jobs that failed for good', () => {
  it('are listed, the newest first, and done again when somebody asks for it', async () => {
    const store = await openTestStore();
    const clock = new TestClock(1_000_000);
    const done: string[] = [];
    let mended = false;
    const jobs = testJobs(store, {
      clock,
      handlers: {
        work: async ({ payload, attempt }) => {
          clock.jump(1_000);
          if (!mended) return { kind: 'failed', error: `NO: ${payload}` };
          done.push(`${payload}.${attempt}`);
          return { kind: 'done' };
        },
      },
    });
    await enqueue(
      store,
      jobs,
      ['a', 'b', 'c'].map((payload, orderAt) => ({ kind: 'work', lane: 'x', orderAt, payload })),
    );
    jobs.start();
    await until(async () => (await listFailedJobs(store, 10)).length === 3);
    const [newest, , oldest] = await listFailedJobs(store, 10);
    expect(newest).toMatchObject({ kind: 'work', attempts: 1, error: 'NO: c' });
    expect(oldest).toMatchObject({ error: 'NO: a' });
    expect(await listFailedJobs(store, 1)).toEqual([newest]);
    mended = true;
    const retry = (ids: readonly string[]) => store.write((tx) => retryFailedJobs(tx, clock, ids));
    // One of them is not there: none is touched.
    await expect(retry([oldest?.id ?? '', 'none'])).rejects.toMatchObject({ kind: 'not-found' });
    expect(await listFailedJobs(store, 10)).toHaveLength(3);
    expect(await retry([newest?.id ?? ''])).toBe(1);
    jobs.wake();
    await until(() => done.length === 1);
    expect(await retryAllFailedJobs(store, clock)).toBe(2);
    jobs.wake();
    await until(async () => (await jobRows(store)).length === 0);
    // With their attempts before them, in the order of their lane.
    expect(done).toEqual(['c.1', 'a.1', 'b.1']);
    expect(await retryAllFailedJobs(store, clock)).toBe(0);
  });

  it('are retried and deleted in portions, and not met twice', async () => {
    const store = await openTestStore();
    const clock = new TestClock(1_000_000);
    const jobs = testJobs(store, { clock, handlers: {} });
    const list = Array.from({ length: 1_201 }, () => ({ kind: 'work', payload: null }));
    await enqueue(store, jobs, list);
    await store.write((tx) => tx.updateTable('jobs').set({ state: 'failed', takeovers: 10 }).execute());
    let writes = 0;
    const counted: Store = {
      ...store,
      write: (work) => {
        writes += 1;
        return store.write(work);
      },
    };
    expect(await retryAllFailedJobs(counted, clock)).toBe(1_201);
    expect(writes).toBe(3);
    expect(await jobRows(store)).toMatchObject(list.map(() => ({ state: 'waiting', takeovers: 0 })));
    await store.write((tx) => tx.updateTable('jobs').set({ state: 'failed' }).execute());
    const dropped: (readonly [account: string, jobs: number])[] = [];
    const purgeDue = purgeFailedJobs(async ({ accountId }, gone) => void dropped.push([accountId, gone.length]));
    const purge = () => store.write((tx) => purgeDue(tx, clock.now(), 500));
    clock.jump(30 * 86_400_000 - 1);
    expect(await purge()).toBe(0);
    clock.jump(1);
    expect([await purge(), await purge(), await purge()]).toEqual([500, 500, 201]);
    expect(dropped).toEqual([
      ['a', 500],
      ['a', 500],
      ['a', 201],
    ]);
  });
});
