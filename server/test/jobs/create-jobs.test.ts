import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Job, JobOutcome } from '../../src/jobs/job.js';
import { dueQuery } from '../../src/jobs/take-jobs.js';
import { ObjectStoreError } from '../../src/objects/object-store.js';
import { MasterKeyError } from '../../src/secrets/secrets.js';
import { AccountQueries } from '../../src/store/account-queries.js';
import { shareWork } from '../../src/store/shared-work.js';
import { type Store, StoreError } from '../../src/store/store.js';
import { openTestStore } from '../support/open-test-store.js';
import { enqueue, jobRows, ON_POSTGRES, TestClock, testJobs, until } from '../support/test-jobs.js';

const DONE: JobOutcome = { kind: 'done' };

const LONG = sql`with recursive c(n) as (select 1 union all select n + 1 from c where n < 200000) select count(*) from c`;

function doneAfter(step: () => unknown): JobOutcome {
  step();
  return DONE;
}

describe('jobs', () => {
  it('are done soon after they are committed, and then gone', async () => {
    const store = await openTestStore();
    const seen: Job[] = [];
    const jobs = testJobs(store, { handlers: { work: async (job) => doneAfter(() => seen.push(job)) } });
    jobs.start();
    await enqueue(store, jobs, { kind: 'work', payload: { n: 1 } });
    await until(() => seen.length === 1);
    expect(seen[0]).toMatchObject({ accountId: 'a', kind: 'work', attempt: 1, payload: { n: 1 }, lane: undefined });
    await until(async () => (await jobRows(store)).length === 0);
  });

  it('are looked for once they are committed, however much their transaction does after them', async () => {
    const store = await openTestStore();
    let done = 0;
    // A look that came before the commit would find nothing, and the next one is far away.
    const jobs = testJobs(store, { pollMs: 600_000, handlers: { work: async () => doneAfter(() => done++) } });
    jobs.start();
    for (let n = 0; n < 3; n++) {
      // The look before is over, and the gap behind it.
      await new Promise((resolve) => setTimeout(resolve, 60));
      await store.write(async (tx) => {
        await jobs.enqueue(new AccountQueries(tx, 'a'), { kind: 'work', class: 'webhooks', payload: n });
        for (let query = 0; query < 50; query++) await tx.selectFrom('jobs').select('id').execute();
        // So long that an embedded store lets the event loop turn meanwhile.
        for (let query = 0; query < 5; query++) await LONG.execute(tx);
      });
      await until(() => done === n + 1);
    }
  });

  it('that write much when they end do so one after another, and those that write little together', async () => {
    const store = await openTestStore();
    let writes = 0;
    const counting: Store = {
      ...store,
      write: (work) => {
        writes += 1;
        return store.write(work);
      },
    };
    const ends: { readonly rows: number; readonly write: number }[] = [];
    let begun = 0;
    let go = () => {};
    const all = new Promise<void>((resolve) => {
      go = resolve;
    });
    const work = async ({ payload }: Job): Promise<JobOutcome> => {
      // All end at one moment.
      begun += 1;
      if (begun === 8) go();
      await all;
      const rows = Number(payload);
      return { kind: 'done', rows, commit: async () => void ends.push({ rows, write: writes }) };
    };
    const jobs = testJobs(counting, { handlers: { work } });
    jobs.start();
    await enqueue(
      store,
      jobs,
      [600, 600, 5000, 600, 300, 1, 1, 1].map((payload, orderAt) => ({ kind: 'work', orderAt, payload })),
    );
    await until(async () => (await jobRows(store)).length === 0);
    const together = [...new Set(ends.map(({ write }) => write))].map((write) =>
      ends.filter((one) => one.write === write).reduce((sum, { rows }) => sum + rows, 0),
    );
    expect(ends.length).toBe(8);
    expect(together.filter((rows) => rows > 1000)).toEqual([5000]);
    expect(together.length).toBeLessThan(8);
  });

  it('of a transaction that was rolled back are never seen', async () => {
    const store = await openTestStore();
    let done = 0;
    const jobs = testJobs(store, { handlers: { work: async () => doneAfter(() => done++) } });
    jobs.start();
    const failing = store.write(async (tx) => {
      await jobs.enqueue(new AccountQueries(tx, 'a'), { kind: 'work', class: 'webhooks', payload: 1 });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow();
    await enqueue(store, jobs, { kind: 'work', payload: 2 });
    await until(() => done > 0);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(done).toBe(1);
  });

  it('wait until they are due', async () => {
    const store = await openTestStore();
    const clock = new TestClock(1_000_000);
    let done = 0;
    const jobs = testJobs(store, { clock, handlers: { work: async () => doneAfter(() => done++) } });
    jobs.start();
    await enqueue(store, jobs, { kind: 'work', payload: 1, dueAt: clock.now() + 86_400_000 });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(done).toBe(0);
    clock.jump(86_400_000);
    jobs.wake();
    await until(() => done === 1);
  });

  it('commit in the transaction that ends them, alone and together', async () => {
    const store = await openTestStore();
    const batches: number[] = [];
    const note = async (queries: AccountQueries, items: readonly number[]) => {
      batches.push(items.length);
      const rows = items.map((n) => ({ kind: 'delivery', id: `n${n}`, state: queries.accountId, facts: '{}', at: '' }));
      await queries.insert('journal', rows).execute();
    };
    const jobs = testJobs(store, {
      handlers: { work: async ({ payload }) => ({ kind: 'done', shared: shareWork(note, Number(payload)) }) },
    });
    await enqueue(
      store,
      jobs,
      Array.from({ length: 40 }, (_, n) => ({ kind: 'work', payload: n })),
    );
    await enqueue(
      store,
      jobs,
      Array.from({ length: 40 }, (_, n) => ({ kind: 'work', payload: 100 + n })),
      'b',
    );
    jobs.start();
    await until(async () => (await jobRows(store)).length === 0);
    const rows = await store.read((db) => db.selectFrom('journal').select(['account_id', 'state']).execute());
    expect(rows).toHaveLength(80);
    expect(rows.every(({ account_id, state }) => account_id === state)).toBe(true);
    expect(batches.length).toBeLessThan(20);
  });

  it('whose commit is refused are tried again, and do not hold up the others', async () => {
    const store = await openTestStore();
    const errors: unknown[] = [];
    const jobs = testJobs(store, {
      log: { info() {}, warn() {}, error: (facts: unknown) => errors.push(facts) },
      handlers: {
        work: async ({ payload, attempt }) => ({
          kind: 'done',
          commit: async (queries) => {
            await queries.insert('journal', { kind: 'k', id: `${payload}`, state: '', facts: '{}', at: '' }).execute();
            if (payload === 3 && attempt === 1) throw new SyntaxError('Unexpected token of a SECRET payload');
          },
        }),
      },
    });
    await enqueue(
      store,
      jobs,
      Array.from({ length: 10 }, (_, n) => ({ kind: 'work', payload: n })),
    );
    jobs.start();
    await until(async () => (await jobRows(store)).length <= 1);
    const [left] = await jobRows(store);
    expect(left).toMatchObject({ state: 'waiting', payload: '3', attempt: 1 });
    await until(async () => (await jobRows(store)).length === 0);
    expect(await store.read((db) => db.selectFrom('journal').select('id').execute())).toHaveLength(10);
    expect(JSON.stringify(errors)).toContain('SyntaxError');
    expect(JSON.stringify(errors)).not.toContain('SECRET');
  });

  it('that throw come again later and later, and are kept in the end', async () => {
    const store = await openTestStore();
    const clock = new TestClock(1_000_000);
    const attempts: number[] = [];
    const jobs = testJobs(store, {
      clock,
      handlers: {
        work: async ({ attempt }) => {
          attempts.push(attempt);
          throw new TypeError('broken');
        },
      },
    });
    await enqueue(store, jobs, { kind: 'work', payload: 1 });
    jobs.start();
    const waits: number[] = [];
    for (;;) {
      await until(async () =>
        (await jobRows(store)).every(({ state, attempt }) => state !== 'running' && attempt > waits.length),
      );
      const [row] = await jobRows(store);
      if (row === undefined || row.state === 'failed') break;
      waits.push(row.due_at - clock.now());
      clock.jump(row.due_at - clock.now());
      jobs.wake();
    }
    expect(attempts).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000]);
    expect(await jobRows(store)).toMatchObject([{ state: 'failed', error: 'TypeError', owner: null }]);
  });

  it('wait for trouble of the server itself as long as it lasts, and have their attempts when it is over', async () => {
    const store = await openTestStore();
    const clock = new TestClock(1_000_000);
    const parts: string[] = [];
    let calls = 0;
    const jobs = testJobs(store, {
      clock,
      metrics: { job() {}, ownTrouble: (part) => void parts.push(part) },
      handlers: {
        work: async () => {
          calls += 1;
          if (calls > 14) throw new TypeError('broken');
          if (calls % 3 === 0) throw new MasterKeyError('It is not known.');
          const cause = new ObjectStoreError('unavailable', 'Nothing listens there.');
          throw calls % 2 === 0 ? new StoreError('unavailable', 'no') : new Error('It failed.', { cause });
        },
      },
    });
    await enqueue(store, jobs, { kind: 'work', payload: 1 });
    jobs.start();
    const waits: number[] = [];
    for (;;) {
      await until(async () => {
        // The clock of the test stands still, and with it the look that a server takes of its own accord.
        jobs.wake();
        // Counted before the rows are read: a run that begins after that would pass for one whose end they show.
        const begun = calls;
        return (await jobRows(store)).every(
          ({ state }) => state === 'failed' || (state === 'waiting' && begun > waits.length),
        );
      });
      const [row] = await jobRows(store);
      if (row === undefined || row.state === 'failed') break;
      waits.push(row.due_at - clock.now());
      clock.jump(row.due_at - clock.now());
      jobs.wake();
    }
    expect(parts).toHaveLength(14);
    expect(new Set(parts)).toEqual(new Set(['objects', 'store', 'master-key']));
    expect(Math.max(...waits.slice(0, 14))).toBe(32_000);
    // Ten in all, of which trouble takes five at most.
    expect(calls).toBe(14 + 5);
  });

  it('run so many at once, and no more', async () => {
    const store = await openTestStore();
    let running = 0;
    let most = 0;
    const jobs = testJobs(store, {
      concurrency: 5,
      handlers: {
        work: async () => {
          most = Math.max(most, ++running);
          await new Promise((resolve) => setTimeout(resolve, 3));
          running -= 1;
          return DONE;
        },
      },
    });
    await enqueue(
      store,
      jobs,
      Array.from({ length: 100 }, () => ({ kind: 'work', payload: null })),
    );
    jobs.start();
    await until(async () => (await jobRows(store)).length === 0);
    expect(most).toBe(5);
  });

  it('of a kind that nobody here knows wait for a newer release', async () => {
    const store = await openTestStore();
    const done: unknown[] = [];
    const work = async ({ payload }: Job) => doneAfter(() => done.push(payload));
    const old = testJobs(store, { handlers: { work } });
    for (let n = 0; n < 3; n++) await enqueue(store, old, { kind: 'toString', payload: n, dueAt: n });
    await enqueue(store, old, { kind: 'work', payload: 'known' });
    old.start();
    await until(() => done.length === 1);
    old.wake();
    await until(async () => (await jobRows(store)).length === 3);
    // Not an attempt is counted, nor are they put off.
    const [row] = await jobRows(store);
    expect(row).toMatchObject({ kind: 'toString', state: 'waiting', attempt: 0, lease: 0, due_at: 0 });
    const newer = testJobs(store, { handlers: { work, toString: work } });
    newer.start();
    await until(async () => (await jobRows(store)).length === 0);
    expect(done).toEqual(['known', 0, 1, 2]);
  });

  it.skipIf(ON_POSTGRES)('look for what is due by an index of the embedded store, whatever waits', async () => {
    const store = await openTestStore();
    const { rows } = await store.read((db) =>
      sql<{
        detail: string;
      }>`explain query plan ${dueQuery(db, { queue: 'webhooks/a//work', now: 1, limit: 50 })}`.execute(db),
    );
    const plan = rows.map(({ detail }) => detail).join('\n');
    expect(plan).toContain('SEARCH job USING INDEX jobs_of_queue (queue=? AND due_at<?)');
    expect(plan).toContain('USING INDEX jobs_running_in_lane (lane=?)');
    expect(plan).toContain('INDEX jobs_in_lane (lane=?)');
    expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
  });
});
