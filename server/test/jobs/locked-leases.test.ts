import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { newJobRow } from '../../src/jobs/job-rows.js';
import { releaseJobs, renewLeases } from '../../src/jobs/leases.js';
import { takeOverExpired } from '../../src/jobs/take-over.js';
import type { Store, Transaction } from '../../src/store/store.js';
import { gate, runsBeside } from '../support/lock-waits.js';
import { openTestStore } from '../support/open-test-store.js';
import { enqueue, jobRows, ON_POSTGRES, testJobs, until } from '../support/test-jobs.js';

const OWNER = 'process-1';
const LATER = 9_000_000;
/** In the order of ids. */
const [FIRST, SECOND] = ['job-1', 'job-2'] as const;

/** Two jobs that a process leases; the second lies before the first, so that whoever takes them as they lie meets it first. */
async function twoLeased(): Promise<Store> {
  const store = await openTestStore();
  for (const id of [SECOND, FIRST]) {
    const row = newJobRow({ kind: 'work', class: 'inbound', payload: 1 }, { id, accountId: 'a', now: 1 });
    const leased = { account_id: 'a', state: 'running' as const, owner: OWNER, lease: 1, lease_until: 1000 };
    await store.write((tx) =>
      tx
        .insertInto('jobs')
        .values({ ...row, ...leased })
        .execute(),
    );
  }
  return store;
}

function lock(tx: Transaction, id: string) {
  return sql`select 1 from jobs where id = ${id} for update`.execute(tx);
}

const LOCKS = [(tx: Transaction) => lock(tx, FIRST), (tx: Transaction) => lock(tx, SECOND)] as const;

describe.runIf(ON_POSTGRES)('leases that others write at the same moment', () => {
  it('are renewed and given back in the order in which all lock them: nobody runs twice', async () => {
    const store = await twoLeased();
    const renewal = (tx: Transaction) => renewLeases(tx, { owner: OWNER, ids: [SECOND, FIRST], leaseUntil: LATER });
    expect(await runsBeside(store, LOCKS, renewal)).toEqual([1, 1]);
    expect((await jobRows(store)).map(({ lease_until }) => Number(lease_until))).toEqual([LATER, LATER]);
    const back = { owner: OWNER, now: 5, ids: [SECOND, FIRST] };
    expect(await runsBeside(store, LOCKS, (tx) => releaseJobs(tx, back))).toEqual([1, 1]);
    expect((await jobRows(store)).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  });

  it('are taken over without a wait: one that somebody has locked is being renewed or ended', async () => {
    const store = await twoLeased();
    const [isLocked, goOn] = [gate(), gate()];
    const renewing = store.write(async (tx) => {
      await lock(tx, SECOND);
      isLocked.open();
      await goOn.opened;
      await renewLeases(tx, { owner: OWNER, ids: [SECOND], leaseUntil: LATER });
    });
    await isLocked.opened;
    expect(await store.write((tx) => takeOverExpired(tx, 2000))).toBe(1);
    goOn.open();
    await renewing;
    const states = new Map((await jobRows(store)).map(({ id, state }) => [id, state]));
    expect([states.get(FIRST), states.get(SECOND)]).toEqual(['waiting', 'running']);
  });
});

it('a process renews its leases one time after another, however slow the store is', async () => {
  const database = await openTestStore();
  const leaseMs = 300;
  let [isSlow, writing, most, renewals] = [false, 0, 0, 0];
  const store: Store = {
    ...database,
    write: async (work) => {
      if (!isSlow) return database.write(work);
      most = Math.max(most, ++writing);
      // Three times as long as from one renewal to the next.
      await new Promise((resolve) => setTimeout(resolve, leaseMs));
      writing -= 1;
      renewals += 1;
      return database.write(work);
    },
  };
  // The clock stands: nothing else is written.
  const jobs = testJobs(store, {
    clock: { now: () => 1_000_000 },
    leaseMs,
    handlers: { work: () => new Promise(() => {}) },
  });
  jobs.start();
  await enqueue(store, jobs, { kind: 'work', payload: 1 });
  await until(async () => (await jobRows(database))[0]?.state === 'running');
  isSlow = true;
  await until(() => renewals >= 3);
  expect(most).toBe(1);
});

it('a renewal whose answer never comes does not keep the leases from the next', async () => {
  const database = await openTestStore();
  let [isDead, lost] = [false, 0];
  const unanswered = promiseToReject();
  const store: Store = {
    ...database,
    write: (work) => {
      if (!isDead) return database.write(work);
      lost += 1;
      // The first goes out over a connection whose other end has gone.
      return lost === 1 ? unanswered.promise : database.write(work);
    },
  };
  let time = 1_000_000;
  const jobs = testJobs(store, {
    clock: { now: () => time },
    leaseMs: 100,
    handlers: { work: () => new Promise(() => {}) },
  });
  // Before the jobs are stopped: it may have been a look for work, which they wait for then.
  onTestFinished(() => unanswered.reject());
  jobs.start();
  await enqueue(store, jobs, { kind: 'work', payload: 1 });
  await until(async () => (await jobRows(database))[0]?.state === 'running');
  const before = Number((await jobRows(database))[0]?.lease_until);
  isDead = true;
  time += 50;
  await until(async () => Number((await jobRows(database))[0]?.lease_until) > before);
});

function promiseToReject(): { readonly promise: Promise<never>; readonly reject: () => void } {
  let reject: () => void = () => {};
  const promise = new Promise<never>((_, fail) => {
    reject = () => fail(new Error('The connection is gone.'));
  });
  promise.catch(() => {});
  return { promise, reject };
}
