import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { countQuery, readJobFigures } from '../../src/jobs/job-figures.js';
import { openTestStore } from '../support/open-test-store.js';
import { enqueue, ON_POSTGRES, TestClock, testJobs } from '../support/test-jobs.js';

it('figures of jobs say how many there are, and how late the latest is', async () => {
  const store = await openTestStore();
  const clock = new TestClock(1_000_000);
  const none = { waiting: 0, parked: 0, running: 0, failed: 0 };
  expect(await readJobFigures(store, clock)).toEqual({ counts: none, oldestDueSeconds: 0 });
  const jobs = testJobs(store, { clock, handlers: {} });
  await enqueue(
    store,
    jobs,
    [0, 5_000, 60_000].map((ms) => ({ kind: 'work', dueAt: clock.now() + ms, payload: null })),
  );
  await store.write((tx) => tx.updateTable('jobs').set({ state: 'failed' }).where('due_at', '=', 1_000_000).execute());
  expect(await readJobFigures(store, clock)).toEqual({
    counts: { ...none, waiting: 2, failed: 1 },
    oldestDueSeconds: 0,
  });
  clock.jump(7_500);
  expect((await readJobFigures(store, clock)).oldestDueSeconds).toBe(2.5);
});

it.skipIf(ON_POSTGRES)('figures of jobs are counted by indexes that hold one state each', async () => {
  const store = await openTestStore();
  const plans = (['waiting', 'parked', 'running', 'failed'] as const).map(async (state) => {
    const { rows } = await store.read((db) =>
      sql<{ detail: string }>`explain query plan ${countQuery(state)}`.execute(db),
    );
    return rows.map(({ detail }) => detail).join('\n');
  });
  for (const plan of await Promise.all(plans)) expect(plan).toContain('USING COVERING INDEX');
});
