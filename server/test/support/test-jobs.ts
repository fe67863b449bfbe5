import { onTestFinished } from 'vitest';
import { createJobs, type JobRunner, type JobsOptions } from '../../src/jobs/create-jobs.js';
import type { NewJob } from '../../src/jobs/job.js';
import { JOB_CLASS_NAMES, type JobClass } from '../../src/jobs/job-classes.js';
import { AccountQueries } from '../../src/store/account-queries.js';
import type { Store } from '../../src/store/store.js';

/** A clock that stands still until a test moves it, or runs like the machine's. */
export class TestClock {
  #ahead = 0;
  readonly #base: number | undefined;

  constructor(standing?: number) {
    this.#base = standing;
  }

  now(): number {
    return (this.#base ?? Date.now()) + this.#ahead;
  }

  jump(ms: number): void {
    this.#ahead += ms;
  }
}

/** For the few tests of what only one of the databases has. */
export const ON_POSTGRES = (process.env.EDILOOM_TEST_PG ?? '') !== '';

export const SILENT = { info() {}, warn() {}, error() {} };

let count = 0;

/** Is handed what stops something; `onTestFinished` stops it with the test. */
export type OnEnd = (stop: () => Promise<void>) => void;

/** Jobs that are stopped when the test is over, or whenever `onEnd` says. */
export function testJobs(
  store: Store,
  {
    concurrency = 50,
    onEnd = onTestFinished,
    ...options
  }: Partial<JobsOptions> & Pick<JobsOptions, 'handlers'> & { concurrency?: number; onEnd?: OnEnd },
): JobRunner {
  count += 1;
  const jobs = createJobs({
    store,
    clock: new TestClock(),
    processId: `runner-${count}`,
    log: SILENT,
    metrics: { job() {}, ownTrouble() {} },
    leaseMs: 60_000,
    places: placesOf(concurrency),
    ...options,
  });
  onEnd(() => jobs.stop(0));
  return jobs;
}

/** So many places in each class. */
export function placesOf(count: number): Record<JobClass, number> {
  return Object.fromEntries(JOB_CLASS_NAMES.map((name) => [name, count])) as Record<JobClass, number>;
}

/** A job of a class in which one account may have all places, unless it says otherwise. */
type AnyJob = Omit<NewJob, 'class'> & { readonly class?: JobClass };

export function enqueue(store: Store, jobs: JobRunner, list: AnyJob | readonly AnyJob[], account = 'a'): Promise<void> {
  const all = [list].flat().map((job) => ({ class: 'maintenance' as const, ...job }));
  return store.write((tx) => jobs.enqueue(new AccountQueries(tx, account), all));
}

/** Resolves once it holds. */
export async function until(holds: () => boolean | Promise<boolean>, ms = 50_000): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('It did not come true in time.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export function jobRows(store: Store) {
  return store.read((db) => db.selectFrom('jobs').selectAll().orderBy('order_at').orderBy('id').execute());
}
