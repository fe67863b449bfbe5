import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import type { Metrics } from '../metrics.js';
import { dialectOf } from '../store/dialect-of.js';
import { isDuplicate, type Store } from '../store/store.js';
import { enqueueJobs } from './enqueue-jobs.js';
import { errorPlace, errorText } from './error-text.js';
import type { EndedJob } from './finish-jobs.js';
import { FinishQueue } from './finish-queue.js';
import type { JobHandler, JobOutcome, Jobs } from './job.js';
import type { LeasedJob } from './job-rows.js';
import { endExpiredLeases, endLeasesOfOthers, releaseJobs, renewLeases } from './leases.js';
import { livingOwners } from './living-owners.js';
import { LookTimer } from './look-timer.js';
import { afterError } from './retry-delay.js';
import { takeJobs } from './take-jobs.js';

/** Jobs that are taken by one write. */
const MAX_TAKEN = 100;
/**
 * How many jobs are leased for each that can run: those that run, and those whose lease or end is on its way to the disk, which takes
 * longer than the work under load.
 */
const LEASED_PER_RUNNING = 3;
/** Milliseconds in which a transaction is committed as a rule; where it takes longer, the next look finds its jobs. */
const COMMIT_TIME = 20;
/** A kind that this release does not know is left to a newer one. */
const UNKNOWN_KIND_WAIT = 60_000;

/** What jobs are run with. */
export interface JobsOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Owner of the jobs; unlike that of any other process, now and before. */
  readonly processId: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly metrics: Pick<Metrics, 'job'>;
  /** Milliseconds that a job stays leased without a sign of life of its process. */
  readonly leaseMs: number;
  /** Jobs worked on at once. */
  readonly concurrency: number;
  /** By kind. */
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** Milliseconds between looks while nothing is due. Default 1,000. */
  readonly pollMs?: number | undefined;
}

/** Jobs of a process that also does them. */
export interface JobRunner extends Jobs {
  start(): void;
  /** Takes no more jobs; waits for what runs, at most so long; what is left is given back for others to do. */
  stop(patienceMs: number): Promise<void>;
}

/** Durable jobs: enqueues them, and once started does them. */
export function createJobs(options: JobsOptions): JobRunner {
  return new Runner(options);
}

interface Work {
  readonly job: LeasedJob;
  readonly stop: AbortController;
  begunAt: number | undefined;
}

class Runner implements JobRunner {
  readonly #options: JobsOptions;
  readonly #looks: LookTimer;
  readonly #finishing: FinishQueue;
  /** Taken, and not yet finished in the store. */
  readonly #leased = new Map<string, Work>();
  /** Taken, and not yet begun. */
  #queue: Work[] = [];
  #active = 0;
  #starving = false;
  #state: 'new' | 'running' | 'stopping' | 'stopped' = 'new';
  #renewal: NodeJS.Timeout | undefined;
  #nudge: NodeJS.Timeout | undefined;
  #idle: () => void = () => {};

  constructor(options: JobsOptions) {
    this.#options = options;
    const { store, clock, processId: owner } = options;
    this.#looks = new LookTimer(() => this.#look());
    this.#finishing = new FinishQueue({
      store,
      clock,
      owner,
      onEnd: (ended) => this.#ended(ended),
      onError: ({ job }, error) => this.#report(job, error, 'What a job wanted to commit was refused.'),
    });
  }

  async enqueue(...[queries, jobs]: Parameters<Jobs['enqueue']>): Promise<void> {
    await enqueueJobs(queries, this.#options.clock, jobs);
    // The look is a write of its own: on an embedded store it comes after this one. Elsewhere it would be before the commit, mostly.
    if (dialectOf(queries.tx) === 'sqlite') this.wake();
    else this.#nudge ??= setTimeout(() => this.#nudged(), COMMIT_TIME);
  }

  #nudged(): void {
    this.#nudge = undefined;
    this.wake();
  }

  wake(): void {
    if (this.#state === 'running') this.#looks.wake();
  }

  start(): void {
    if (this.#state !== 'new') throw new Error('These jobs were started before.');
    this.#state = 'running';
    const { store, processId, leaseMs } = this.#options;
    livingOwners(store).add(processId);
    this.#renewal = setInterval(() => void this.#renew(), Math.max(10, leaseMs / 3));
    void this.#endLeasesOfDead().then(() => this.wake());
  }

  async stop(patienceMs: number): Promise<void> {
    if (this.#state === 'stopped') return;
    this.#state = 'stopping';
    clearTimeout(this.#nudge);
    await this.#looks.stop();
    await this.#release([], this.#queue);
    this.#queue = [];
    await this.#patiently(patienceMs);
    for (const { stop } of this.#leased.values()) stop.abort(new Error('The process ends.'));
    await this.#finishing.empty();
    clearInterval(this.#renewal);
    this.#state = 'stopped';
    await this.#release([...this.#leased.values()], []);
    const { store, processId } = this.#options;
    livingOwners(store).delete(processId);
  }

  /** For others to do; what was not begun does not count as an attempt. */
  async #release(begun: readonly Work[], unbegun: readonly Work[]): Promise<void> {
    if (begun.length + unbegun.length === 0) return;
    const { store, clock, processId: owner } = this.#options;
    const idsOf = (works: readonly Work[]) => works.map(({ job }) => job.id);
    for (const id of [...idsOf(begun), ...idsOf(unbegun)]) this.#leased.delete(id);
    await store.write((tx) =>
      releaseJobs(tx, { owner, now: clock.now(), begun: idsOf(begun), unbegun: idsOf(unbegun) }),
    );
  }

  async #patiently(patienceMs: number): Promise<void> {
    if (this.#active === 0) return;
    let late: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#idle = resolve;
      late = setTimeout(resolve, patienceMs);
    });
    clearTimeout(late);
  }

  async #endLeasesOfDead(): Promise<void> {
    const { store, clock, log } = this.#options;
    if (store.dialect !== 'sqlite') return;
    try {
      const living = [...livingOwners(store)];
      const taken = await store.write((tx) => endLeasesOfOthers(tx, clock.now(), living));
      if (taken > 0) log.info({ jobs: taken }, 'Jobs of a process that ended are taken over.');
    } catch (error) {
      log.error({ error: errorText(error) }, 'Jobs of a process that ended could not be looked for.');
    }
  }

  /** Takes jobs as long as there is room and work. @returns milliseconds until the next look. */
  async #look(): Promise<number> {
    const { concurrency, pollMs = 1_000, log } = this.#options;
    try {
      await this.#endExpiredLeases();
      for (;;) {
        const pause = await this.#untilDue(pollMs);
        if (pause > 0) return pause;
        const limit = Math.min(LEASED_PER_RUNNING * concurrency - this.#leased.size, MAX_TAKEN);
        this.#starving = limit < Math.max(1, concurrency / 2);
        if (this.#starving || this.#state !== 'running') return pollMs;
        if ((await this.#take(limit)) < limit) return await this.#untilDue(pollMs);
      }
    } catch (error) {
      if (!isDuplicate(error)) log.error({ error: errorText(error) }, 'Jobs could not be taken.');
      return isDuplicate(error) ? 0 : pollMs;
    }
  }

  async #take(limit: number): Promise<number> {
    const { store, clock, processId: owner, leaseMs } = this.#options;
    const { jobs, looked } = await store.write((tx) => {
      const now = clock.now();
      return takeJobs(tx, { owner, now, leaseUntil: now + leaseMs, limit });
    });
    for (const job of jobs) {
      const work: Work = { job, stop: new AbortController(), begunAt: undefined };
      // Ours before, and its lease ran out while this process stood still.
      this.#leased.get(job.id)?.stop.abort(new Error('The lease of the job was lost.'));
      this.#leased.set(job.id, work);
      this.#queue.push(work);
    }
    this.#fill();
    return looked;
  }

  async #untilDue(pollMs: number): Promise<number> {
    const { store, clock } = this.#options;
    const { rows } = await store.read((db) =>
      sql<{
        readonly due: number | string | null;
      }>`select min(due_at) as due from jobs where state = 'waiting'`.execute(db),
    );
    const due = rows[0]?.due ?? undefined;
    return due === undefined ? pollMs : Math.min(pollMs, Math.max(0, Number(due) - clock.now()));
  }

  async #endExpiredLeases(): Promise<void> {
    const { store, clock, log } = this.#options;
    const now = clock.now();
    const { rows } = await store.read((db) =>
      sql`select 1 from jobs where state = 'running' and lease_until < ${now} limit 1`.execute(db),
    );
    if (rows.length === 0) return;
    const taken = await store.write((tx) => endExpiredLeases(tx, now));
    log.warn({ jobs: taken }, 'Jobs whose process gave no sign of life are taken over.');
  }

  #fill(): void {
    while (this.#state === 'running' && this.#active < this.#options.concurrency) {
      const work = this.#queue.shift();
      if (work === undefined) return;
      // Lost while it waited here: it is another's.
      if (work.stop.signal.aborted) continue;
      this.#active += 1;
      void this.#run(work);
    }
  }

  async #run(work: Work): Promise<void> {
    const { clock } = this.#options;
    work.begunAt = clock.now();
    const outcome = await this.#outcomeOf(work);
    this.#active -= 1;
    if (this.#leased.get(work.job.id) === work && this.#state !== 'stopped') {
      this.#finishing.add({ job: work.job, outcome });
    }
    this.#fill();
    if (this.#active === 0) this.#idle();
  }

  async #outcomeOf({ job, stop }: Work): Promise<JobOutcome> {
    const { handlers, clock, log } = this.#options;
    const handler = Object.hasOwn(handlers, job.kind) ? handlers[job.kind] : undefined;
    if (handler === undefined) {
      log.warn({ job: job.id, kind: job.kind }, 'No handler for this kind of job; it waits for a newer release.');
      return { kind: 'again', dueAt: clock.now() + UNKNOWN_KIND_WAIT };
    }
    try {
      return await handler(job, stop.signal);
    } catch (error) {
      if (!stop.signal.aborted) this.#report(job, error, 'A job failed.');
      return afterError(job, error, clock.now());
    }
  }

  #ended({ job, outcome }: EndedJob): void {
    const { metrics, clock } = this.#options;
    const now = clock.now();
    const begunAt = this.#leased.get(job.id)?.begunAt ?? now;
    this.#leased.delete(job.id);
    metrics.job(job.kind, outcome.kind, (now - begunAt) / 1000);
    // The next of its lane may run now; and there may be room for more again.
    if (job.lane !== undefined || this.#starving) this.wake();
  }

  /** Jobs whose lease is not ours any more are stopped: another process does them. */
  async #renew(): Promise<void> {
    const { store, clock, processId: owner, leaseMs, log } = this.#options;
    if (this.#leased.size === 0) return;
    const before = [...this.#leased.values()];
    const ids = before.map(({ job }) => job.id);
    try {
      const leases = await store.write((tx) => renewLeases(tx, { owner, ids, leaseUntil: clock.now() + leaseMs }));
      for (const work of before) {
        if (leases.get(work.job.id) === work.job.lease || this.#leased.get(work.job.id) !== work) continue;
        this.#leased.delete(work.job.id);
        work.stop.abort(new Error('The lease of the job was lost.'));
      }
    } catch (error) {
      log.error({ error: errorText(error) }, 'Leases of jobs could not be renewed.');
    }
  }

  #report(job: LeasedJob, error: unknown, text: string): void {
    const { id, kind, attempt } = job;
    this.#options.log.error({ job: id, kind, attempt, error: errorText(error), at: errorPlace(error) }, text);
  }
}
