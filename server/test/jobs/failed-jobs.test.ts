import { describe, expect, it } from 'vitest';
import { listFailedJobs, retryAllFailedJobs, retryFailedJobs } from '../../src/jobs/failed-jobs.js';
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
});
