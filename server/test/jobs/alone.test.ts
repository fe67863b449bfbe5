import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ALONE } from '../../src/jobs/queue-name.js';
import { openTestStore } from '../support/open-test-store.js';
import { enqueue, jobRows, testJobs, until } from '../support/test-jobs.js';

it('jobs that processes have died with begin with one, and are more at a time with each that ends', async () => {
  const store = await openTestStore();
  const begun: { readonly ended: number; readonly active: number }[] = [];
  let [active, ended] = [0, 0];
  const jobs = testJobs(store, {
    handlers: {
      work: async () => {
        begun.push({ ended, active: ++active });
        // Those that may run beside it are taken meanwhile.
        await new Promise((resolve) => setTimeout(resolve, 20));
        active -= 1;
        ended += 1;
        return { kind: 'done' };
      },
    },
  });
  const all = Array.from({ length: 150 }, (_, payload) => ({ kind: 'work', class: 'webhooks' as const, payload }));
  await enqueue(store, jobs, all);
  await store.write((tx) => sql`update jobs set takeovers = 3, queue = ${`${ALONE}/`} || queue`.execute(tx));
  jobs.start();
  await until(async () => (await jobRows(store)).length === 0);
  expect(begun.filter((one) => one.active > Math.min(16, 1 + one.ended))).toEqual([]);
  const most = Math.max(...begun.map((one) => one.active));
  // So few that half of them, and half again, are done long before they would be given up.
  expect(most).toBeGreaterThan(4);
});
