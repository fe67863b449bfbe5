import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { findQueues, queuesQuery } from '../../src/jobs/find-queues.js';
import type { Job, JobOutcome } from '../../src/jobs/job.js';
import { queuesOf } from '../../src/jobs/queue-name.js';
import type { Store, Transaction } from '../../src/store/store.js';
import { openTestStore } from '../support/open-test-store.js';
import { enqueue, jobRows, ON_POSTGRES, TestClock, testJobs, until } from '../support/test-jobs.js';

const DONE: JobOutcome = { kind: 'done' };

/** Handlers that end when the test says so, and who runs. */
function gate() {
  const running = new Set<Job>();
  const release = new Map<Job, () => void>();
  let open = false;
  return {
    running,
    handler: async (job: Job): Promise<JobOutcome> => {
      running.add(job);
      if (!open) await new Promise<void>((resolve) => release.set(job, resolve));
      running.delete(job);
      return DONE;
    },
    openAll() {
      open = true;
      for (const resolve of release.values()) resolve();
    },
  };
}

describe('queues', () => {
  it('let an account with one job go before the thousands of another', async () => {
    const store = await openTestStore();
    let ofMany = 0;
    let before: number | undefined;
    const jobs = testJobs(store, {
      places: { webhooks: 8 },
      handlers: {
        hook: async ({ accountId }) => {
          if (accountId === 'few') before = ofMany;
          else ofMany += 1;
          return DONE;
        },
      },
    });
    const hooks = Array.from({ length: 1_000 }, () => ({ kind: 'hook', class: 'webhooks' as const, payload: null }));
    for (let n = 0; n < 10; n++) await enqueue(store, jobs, hooks, 'many');
    await enqueue(store, jobs, hooks.slice(0, 1), 'few');
    jobs.start();
    await until(() => before !== undefined);
    // What was taken with it, and not what was written down before it.
    expect(before).toBeLessThan(200);
  });

  it('have their turn behind hundreds in which jobs wait for later, and are then left alone', async () => {
    const store = await openTestStore();
    const clock = new TestClock(1_000_000);
    const done: string[] = [];
    let reads = 0;
    const counted: Store = {
      ...store,
      read: (work) => {
        reads += 1;
        return store.read(work);
      },
    };
    const handlers = {
      deliver: async ({ over }: Job): Promise<JobOutcome> => {
        done.push(over);
        return DONE;
      },
    };
    const jobs = testJobs(counted, { clock, handlers, pollMs: 600_000 });
    const later = Array.from({ length: 600 }, (_, n) => ({
      kind: 'deliver',
      class: 'remote-delivery' as const,
      over: `a${String(n).padStart(3, '0')}`,
      dueAt: 9_000_000,
      payload: null,
    }));
    await enqueue(store, jobs, later);
    await enqueue(store, jobs, { kind: 'deliver', class: 'remote-delivery', over: 'z', payload: null });
    jobs.start();
    await until(() => done.length === 1);
    expect(done).toEqual(['z']);
    // Some rounds, each of a few looks; and then none before something is due.
    let before = -1;
    await until(async () => {
      const isQuiet = reads === before;
      before = reads;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return isQuiet;
    });
    // The look has come to the last queue of all; what is due now has more than one look's queues before it, and behind it.
    await enqueue(store, jobs, { kind: 'deliver', class: 'remote-delivery', over: 'a300', payload: null });
    await until(() => done.length === 2);
    expect(done).toEqual(['z', 'a300']);
    clock.jump(9_000_000);
    jobs.wake();
    await until(() => done.length === 602);
  });

  it('leave the places of a class alone that is full, and let one account have no more than its share', async () => {
    const store = await openTestStore();
    const silent = gate();
    const seen: string[] = [];
    const jobs = testJobs(store, {
      places: { 'remote-delivery': 8, 'local-delivery': 2 },
      handlers: {
        deliver: async (job) => {
          if (job.over.startsWith('silent')) return silent.handler(job);
          seen.push(`${job.accountId} ${job.class}`);
          return DONE;
        },
      },
    });
    const over = (name: string) => ({ kind: 'deliver', class: 'remote-delivery' as const, over: name, payload: null });
    for (let n = 0; n < 5; n++) {
      await enqueue(
        store,
        jobs,
        Array.from({ length: 20 }, (_, i) => over(`silent-${i}`)),
        'dead',
      );
    }
    jobs.start();
    await until(() => silent.running.size === 2);
    await enqueue(store, jobs, over('answers'), 'other');
    await enqueue(store, jobs, { kind: 'deliver', class: 'local-delivery', payload: null }, 'dead');
    await until(() => seen.length === 2);
    expect(seen.sort()).toEqual(['dead local-delivery', 'other remote-delivery']);
    expect(silent.running.size).toBe(2);
    silent.openAll();
    await until(async () => (await jobRows(store)).length === 0);
  });

  it('let as many go over a connection at once as it may have sessions, over all processes', async () => {
    const store = await openTestStore();
    let running = 0;
    let most = 0;
    let limit = 3;
    const runners = [1, 2].map(() =>
      testJobs(store, {
        pollMs: 20,
        sessionLimits: async (_, ids) => new Map(ids.map((id) => [id, { most: limit }])),
        handlers: {
          deliver: async () => {
            most = Math.max(most, ++running);
            await new Promise((resolve) => setTimeout(resolve, 2));
            running -= 1;
            return DONE;
          },
        },
      }),
    );
    const [first] = runners;
    if (first === undefined) throw new Error('There are two.');
    const files = Array.from({ length: 300 }, () => ({
      ...{ kind: 'deliver', class: 'remote-delivery' as const, over: 'mill', payload: null },
    }));
    await enqueue(store, first, files);
    for (const runner of runners) runner.start();
    await until(async () => (await jobRows(store)).length === 0, 40_000);
    expect(most).toBe(3);
    // The setting was changed: it counts from the next look on.
    limit = 1;
    most = 0;
    await enqueue(store, first, files.slice(0, 30));
    await until(async () => (await jobRows(store)).length === 0, 40_000);
    expect(most).toBe(1);
  });

  it.each([3, 1])(
    'over a connection with %d sessions keep no look for files from its turn, nor it them',
    async (most) => {
      const store = await openTestStore();
      let atOnce = 0;
      let highest = 0;
      let looks = 0;
      let delivered = 0;
      const step = async (): Promise<void> => {
        highest = Math.max(highest, ++atOnce);
        await new Promise((resolve) => setTimeout(resolve, 2));
        atOnce -= 1;
      };
      const deliveries = { kind: 'deliver', class: 'remote-delivery' as const, over: 'mill', payload: null };
      const runners = [1, 2].map(() =>
        testJobs(store, {
          pollMs: 20,
          sessionLimits: async (_, ids) => new Map(ids.map((id) => [id, { most, isPolled: true }])),
          handlers: {
            deliver: async () => {
              await step();
              delivered += 1;
              return DONE;
            },
            poll: async () => {
              await step();
              looks += 1;
              return { kind: 'again', dueAt: Date.now() + 30, attempt: 0 };
            },
          },
        }),
      );
      const [first] = runners;
      if (first === undefined) throw new Error('There are two.');
      await enqueue(store, first, Array(200).fill(deliveries));
      await enqueue(store, first, { kind: 'poll', class: 'polling', over: 'mill', payload: null });
      for (const runner of runners) runner.start();
      // Deliveries wait all the time, until there were looks.
      await until(async () => {
        if (looks < 5) await enqueue(store, first, Array(20).fill(deliveries));
        return looks >= 5 && delivered >= 200;
      });
      expect(highest).toBeLessThanOrEqual(most);
    },
  );

  it('let one go over a connection that is narrow now, also of those that were taken before', async () => {
    const store = await openTestStore();
    let narrow = false;
    let running = 0;
    const most: number[] = [];
    const first = gate();
    const jobs = testJobs(store, {
      sessionLimits: async (_, ids) => new Map(ids.map((id) => [id, { most: 4 }])),
      isNarrow: () => narrow,
      handlers: {
        deliver: async (job) => {
          running += 1;
          if (narrow) most.push(running);
          else await first.handler(job);
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
          return DONE;
        },
      },
    });
    const file = { kind: 'deliver', class: 'remote-delivery' as const, over: 'dead', payload: null };
    await enqueue(store, jobs, Array(12).fill(file));
    jobs.start();
    // All are leased, and wait in line behind four.
    await until(async () => (await jobRows(store)).every(({ state }) => state === 'running') && running === 4);
    narrow = true;
    first.openAll();
    await until(async () => (await jobRows(store)).length === 0);
    expect(most).toEqual(Array(8).fill(1));
  });

  it('are found when they become due in the midst of a look', async () => {
    const store = await openTestStore();
    const clock = new TestClock(1_000_000);
    // A look asks for the queues of all classes at once: behind that the time moves on.
    let asked = 0;
    let moved = false;
    const slow = new Proxy(store, {
      get: (target, name) => {
        if (name === 'read') {
          return async (work: (db: Transaction) => Promise<unknown>) => {
            asked += 1;
            if (asked > 1 && !moved) {
              moved = true;
              clock.jump(20);
            }
            return target.read(work).finally(() => {
              asked -= 1;
            });
          };
        }
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    let ran = false;
    const jobs = testJobs(slow, {
      clock,
      pollMs: 600_000,
      handlers: {
        work: async () => {
          ran = true;
          return DONE;
        },
      },
    });
    await enqueue(store, testJobs(store, { clock, handlers: {} }), { kind: 'work', payload: null, dueAt: 1_000_010 });
    jobs.start();
    await until(() => ran);
    expect(moved).toBe(true);
  });

  it.each([4, 10, 16, 22, 28, 34])(
    'are found where hundreds wait for later, and one gets a job behind the back of the look that goes on: read %i',
    async (when) => {
      const store = await openTestStore();
      let reads = 0;
      const slow: Store = {
        ...store,
        read: async (work) => {
          const found = await store.read(work);
          // In one of those that the first look examines, and the last one not again.
          if (++reads === when) await enqueue(store, jobs, job(401, undefined));
          return found;
        },
      };
      let ran = false;
      const handlers = {
        hook: async (): Promise<JobOutcome> => {
          ran = true;
          return DONE;
        },
      };
      const jobs = testJobs(slow, { clock: new TestClock(1_000_000), handlers, pollMs: 600_000 });
      await enqueue(
        store,
        jobs,
        Array.from({ length: 900 }, (_, n) => job(2 * n, 9_000_000)),
      );
      jobs.start();
      await until(() => {
        if (reads < when) jobs.wake();
        return ran;
      });

      function job(place: number, dueAt: number | undefined) {
        const of = { kind: 'hook', class: 'remote-delivery' as const, over: `q${String(place).padStart(4, '0')}` };
        return { ...of, payload: null, ...(dueAt === undefined ? {} : { dueAt }) };
      }
    },
  );

  it('of one class are worked on though another part of the look has failed', async () => {
    const store = await openTestStore();
    const seen: string[] = [];
    let failing = true;
    const jobs = testJobs(store, {
      pollMs: 600_000,
      sessionLimits: async () => {
        if (failing) throw new Error('no');
        return new Map();
      },
      handlers: {
        work: async ({ over }) => {
          seen.push(over);
          return DONE;
        },
      },
    });
    await enqueue(store, jobs, [
      { kind: 'work', class: 'remote-delivery', payload: null },
      { kind: 'work', class: 'remote-delivery', over: 'mill', payload: null },
    ]);
    jobs.start();
    await until(() => seen.length === 1);
    expect(seen).toEqual(['']);
    failing = false;
    jobs.wake();
    await until(() => seen.length === 2);
    await until(async () => (await jobRows(store)).length === 0);
  });

  it('are found by one entry of the index each, and each has its turn where there are more than a look examines', async () => {
    const store = await openTestStore();
    const seen = new Set<string>();
    const jobs = testJobs(store, {
      handlers: {
        hook: async ({ accountId }) => {
          seen.add(accountId);
          return DONE;
        },
      },
    });
    for (let n = 0; n < 600; n++) {
      await enqueue(store, jobs, { kind: 'hook', class: 'webhooks', payload: null }, `account-${n}`);
    }
    const { from, to } = queuesOf('webhooks');
    const found = await store.read((db) => findQueues(db, { after: from, to, most: 3 }));
    expect(found.map(({ queue }) => queue)).toEqual(['0', '1', '10'].map((n) => `webhooks/account-${n}//hook`));
    jobs.start();
    await until(() => seen.size === 600);
  });

  it.skipIf(ON_POSTGRES)('are looked for by an index of the embedded store, whatever waits', async () => {
    const store = await openTestStore();
    const query = (db: Transaction) => queuesQuery(db, { after: 'a', to: 'b', most: 10 });
    const { rows } = await store.read((db) => sql<{ detail: string }>`explain query plan ${query(db)}`.execute(db));
    const plan = rows.map(({ detail }) => detail).join('\n');
    expect(plan.match(/SEARCH job USING (COVERING )?INDEX jobs_of_queue \(queue/g)).toHaveLength(3);
    expect(plan).not.toMatch(/SCAN job|TEMP B-TREE/);
  });
});
