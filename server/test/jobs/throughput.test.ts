import { describe, expect, it } from 'vitest';
import { openTestStore } from '../support/open-test-store.js';
import { enqueue, jobRows, testJobs, until } from '../support/test-jobs.js';

describe('ten thousand jobs', () => {
  it('are done once each', async () => {
    const store = await openTestStore();
    const seen = new Set<string>();
    let calls = 0;
    const jobs = testJobs(store, {
      handlers: {
        work: async ({ id }) => {
          seen.add(id);
          calls += 1;
          return { kind: 'done' };
        },
      },
    });
    for (let i = 0; i < 10; i++) {
      const list = Array.from({ length: 1000 }, (_, n) => ({ kind: 'work', lane: `lane-${i}-${n}`, payload: n }));
      await enqueue(store, jobs, list);
    }
    jobs.start();
    await until(async () => seen.size === 10_000 && (await jobRows(store)).length === 0, 50_000);
    expect(calls).toBe(10_000);
  });
});
