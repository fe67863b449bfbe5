import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import type { Metrics } from '../metrics.js';
import { afterCommit } from '../store/after-commit.js';
import { grouped } from '../store/grouped.js';
import { isDuplicate, type Store } from '../store/store.js';
import { AllPlaces, type JobPlaces } from './all-places.js';
import type { Work } from './class-places.js';
import { enqueueJobs } from './enqueue-jobs.js';
import { errorText } from './error-text.js';
import { type Found, type SessionLimits, type Taken, WorkFinder } from './find-work.js';
import type { EndedJob } from './finish-jobs.js';
import { FinishQueue } from './finish-queue.js';
import type { GiveUpJob, JobHandler, Jobs } from './job.js';
import { LeaseKeeper } from './lease-keeper.js';
import { livingOwners } from './living-owners.js';
import { LookTimer } from './look-timer.js';
import { reportJob, runHandler } from './run-handler.js';
import { hasExpiredLease, takeOverExpired, takeOverOfOthers } from './take-over.js';
import { WaitLog } from './wait-log.js';

/** What jobs are run with. */
export interface JobsOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** Owner of the jobs; unlike that of any other process, now and before. */
  readonly processId: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly metrics: Pick<Metrics, 'job' | 'ownTrouble'>;
  /** Milliseconds that a job stays leased without a sign of life of its process. */
  readonly leaseMs: number;
  /** Jobs worked on at once, by class. */
  readonly places: JobPlaces;
  /** By kind; jobs of other kinds are left alone. */
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** By kind. */
  readonly giveUp?: Readonly<Record<string, GiveUpJob>> | undefined;
  /** Kinds that are given up for failures, too. */
  readonly giveUpFailed?: ReadonlySet<string> | undefined;
  /** Default: connections have no limits. */
  readonly sessionLimits?: SessionLimits | undefined;
  /** Whether nothing more than one job is to go over a connection at this moment, whatever its limit was when the jobs were taken. */
  readonly isNarrow?: ((connectionId: string) => boolean) | undefined;
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

class Runner implements JobRunner {
  readonly #options: JobsOptions;
  readonly #places: AllPlaces;
  readonly #leases: LeaseKeeper;
  readonly #finder: WorkFinder;
  readonly #looks: LookTimer;
  readonly #finishing: FinishQueue;
  readonly #waitLog = new WaitLog();
  #active = 0;
  /** Jobs are due for which there is no room. */
  #full = false;
  /** When the first of the looks began that follow each other. */
  #since: number | undefined;
  #state: 'new' | 'running' | 'stopping' | 'stopped' = 'new';
  #idle: () => void = () => {};

  constructor(options: JobsOptions) {
    this.#options = options;
    const { store, clock, processId: owner, leaseMs, log, handlers } = options;
    const places = new AllPlaces(options.places, options.isNarrow);
    this.#places = places;
    this.#leases = new LeaseKeeper({ store, clock, owner, leaseMs, places, log });
    this.#finder = new WorkFinder({
      ...{ store, places },
      knows: (kind) => Object.hasOwn(handlers, kind),
      sessionLimits: options.sessionLimits ?? (async () => new Map()),
      onTaken: (taken) => this.#taken(taken),
    });
    this.#looks = new LookTimer(() => this.#look());
    this.#finishing = new FinishQueue({
      store,
      clock,
      owner,
      onEnd: (ended) => this.#ended(ended),
      onError: ({ job }, error) => reportJob(log, { job, error, text: 'What a job wanted to commit was refused.' }),
    });
  }

  async enqueue(...[queries, jobs]: Parameters<Jobs['enqueue']>): Promise<void> {
    await enqueueJobs(queries, this.#options.clock, jobs);
    // It reads what is committed.
    afterCommit(queries.tx, () => this.wake());
  }

  wake(): void {
    if (this.#state !== 'running') return;
    this.#finder.wake();
    this.#looks.wake();
  }

  start(): void {
    if (this.#state !== 'new') throw new Error('These jobs were started before.');
    this.#state = 'running';
    const { store, processId } = this.#options;
    livingOwners(store).add(processId);
    this.#leases.start();
    void this.#takeOverOfDead().then(() => this.wake());
  }

  async stop(patienceMs: number): Promise<void> {
    if (this.#state === 'stopped') return;
    this.#state = 'stopping';
    await this.#looks.stop();
    await this.#leases.release({ begun: false });
    await this.#patiently(patienceMs);
    this.#leases.stopAll(new Error('The process ends.'));
    await this.#finishing.empty();
    this.#leases.end();
    this.#state = 'stopped';
    await this.#leases.release({ begun: true });
    const { store, processId } = this.#options;
    livingOwners(store).delete(processId);
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

  async #takeOverOfDead(): Promise<void> {
    const { store, clock, log } = this.#options;
    if (store.dialect !== 'sqlite') return;
    try {
      const living = [...livingOwners(store)];
      const taken = await store.write((tx) => takeOverOfOthers(tx, clock.now(), living));
      if (taken > 0) log.info({ jobs: taken }, 'Jobs of a process that ended are taken over.');
    } catch (error) {
      log.error({ error: errorText(error) }, 'Jobs of a process that ended could not be looked for.');
    }
  }

  /** Takes jobs of each class that has room. @returns milliseconds until the next look. */
  async #look(): Promise<number> {
    const { pollMs = 1_000, log, clock } = this.#options;
    // Nobody knows how long a lease would be.
    if (clock.isSteady === false) return pollMs;
    try {
      await this.#takeOverExpired();
      if (this.#state !== 'running') return pollMs;
      const since = this.#since ?? clock.now();
      const found = await this.#findAll();
      this.#full = found.some(({ full }) => full);
      const more = found.some((one) => one.more);
      this.#since = more ? since : undefined;
      return more ? 0 : await this.#untilDue(since, pollMs);
    } catch (error) {
      if (!isDuplicate(error)) log.error({ error: errorText(error) }, 'Jobs could not be taken.');
      return isDuplicate(error) ? 0 : pollMs;
    }
  }

  /** In every class. Where one fails the others are waited for, as two looks at once would take more than there is room. */
  async #findAll(): Promise<readonly Found[]> {
    const { clock, processId: owner, leaseMs } = this.#options;
    const ended = await Promise.allSettled(
      this.#places.names.map((name) => {
        const now = clock.now();
        return this.#finder.find(name, { owner, now, leaseUntil: now + leaseMs });
      }),
    );
    return ended.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
  }

  #taken(taken: readonly Taken[]): void {
    for (const { job, allowed } of taken) {
      this.#leases.add({ job, stop: new AbortController(), begunAt: undefined }, allowed);
    }
    const { handlers } = this.#options;
    for (const [kind, jobs] of grouped(
      taken.map(({ job }) => job),
      (job) => job.kind,
    )) {
      if (Object.hasOwn(handlers, kind)) handlers[kind]?.foresee?.(jobs);
    }
    this.#fill();
  }

  /** @param since when looking began: what has become due in the midst of it was not seen, and is not to wait for the next by itself. */
  async #untilDue(since: number, pollMs: number): Promise<number> {
    const { store, clock } = this.#options;
    const { rows } = await store.read((db) =>
      sql<{
        readonly due: number | string | null;
      }>`select min(due_at) as due from jobs where state = 'waiting' and due_at > ${since}`.execute(db),
    );
    const due = rows[0]?.due ?? undefined;
    return due === undefined ? pollMs : Math.min(pollMs, Math.max(1, Number(due) - clock.now()));
  }

  async #takeOverExpired(): Promise<void> {
    const { store, clock, leaseMs, log } = this.#options;
    const now = clock.now();
    // After a jump of the time, those who live renew their leases in the new one first.
    if (clock.steppedAt !== undefined && now - clock.steppedAt < leaseMs) return;
    if (!(await hasExpiredLease(store, now))) return;
    const taken = await store.write((tx) => takeOverExpired(tx, now));
    log.warn({ jobs: taken }, 'Jobs whose process gave no sign of life are taken over.');
  }

  #fill(): void {
    while (this.#state === 'running') {
      const work = this.#places.next();
      if (work === undefined) return;
      this.#active += 1;
      void this.#run(work);
    }
  }

  async #run(work: Work): Promise<void> {
    work.begunAt = this.#options.clock.now();
    const outcome = await runHandler(work, { ...this.#options, waitLog: this.#waitLog });
    this.#active -= 1;
    this.#places.ofJob(work.job).leave(work, this.#options.clock.now() - work.begunAt);
    if (this.#leases.has(work) && this.#state !== 'stopped') this.#finishing.add({ job: work.job, outcome });
    this.#fill();
    if (this.#active === 0) this.#idle();
  }

  #ended({ job, outcome }: EndedJob): void {
    const { metrics, clock } = this.#options;
    const now = clock.now();
    const work = this.#leases.of(job.id);
    if (work?.job === job) this.#leases.forget(work);
    metrics.job(job.kind, outcome.kind, (now - (work?.begunAt ?? now)) / 1000);
    // The next of its lane may run now; and there may be room for more again.
    if (job.lane !== undefined || this.#full) this.wake();
  }
}
