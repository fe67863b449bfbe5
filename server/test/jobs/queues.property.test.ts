import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Job, JobOutcome } from '../../src/jobs/job.js';
import { openTestStore } from '../support/open-test-store.js';
import { enqueue, TestClock, testJobs, until } from '../support/test-jobs.js';

/** Of this size and more a look does not see all queues that wait for later. */
const MANY = 900;

const nameOf = (place: number): string => `q${String(place).padStart(4, '0')}`;
const job = (place: number, dueAt: number | undefined) => ({
  ...{ kind: 'deliver', class: 'remote-delivery' as const, over: nameOf(place), payload: null },
  ...(dueAt === undefined ? {} : { dueAt }),
});

it('finds whatever is due among any number of queues that wait for later, wherever the looks before have stopped', {
  timeout: 120_000,
}, async () => {
  // Between those that wait, and behind all of them; without the bias to small numbers, which stand first.
  const place = fc.noBias(fc.integer({ min: 0, max: 2 * MANY + 200 }));
  const rounds = fc.array(fc.uniqueArray(place, { minLength: 1, maxLength: 3 }), { minLength: 3, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.integer({ min: 0, max: MANY }), fc.constant(MANY)),
      rounds,
      async (waiting, becomeDue) => {
        const store = await openTestStore();
        const done: string[] = [];
        const handlers = {
          deliver: async ({ over }: Job): Promise<JobOutcome> => {
            done.push(over);
            return { kind: 'done' };
          },
        };
        const jobs = testJobs(store, { clock: new TestClock(1_000_000), handlers, pollMs: 600_000 });
        await enqueue(
          store,
          jobs,
          Array.from({ length: waiting }, (_, n) => job(2 * n, 9_000_000)),
        );
        jobs.start();
        const expected: string[] = [];
        for (const due of becomeDue) {
          expected.push(...due.map(nameOf));
          await enqueue(
            store,
            jobs,
            due.map((one) => job(one, undefined)),
          );
          await until(() => done.length === expected.length);
        }
        expect([...done].sort()).toEqual(expected.sort());
        await jobs.stop(0);
        await store.close();
      },
    ),
    { numRuns: Number(process.env.EDILOOM_RUNS ?? 12), endOnFailure: true },
  );
});
