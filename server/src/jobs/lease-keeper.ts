import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import type { Store } from '../store/store.js';
import type { AllPlaces } from './all-places.js';
import type { Work } from './class-places.js';
import { errorText } from './error-text.js';
import { releaseJobs, renewLeases } from './leases.js';

/** How many times as long as a lease a renewal is waited for. */
const PATIENCE = 2;

export interface LeaseKeeperOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly owner: string;
  readonly leaseMs: number;
  readonly places: AllPlaces;
  readonly log: Pick<Logger, 'error'>;
}

/** The jobs that a process leases: it renews their leases, and stops the work on those it has lost. */
export class LeaseKeeper {
  readonly #options: LeaseKeeperOptions;
  /** Taken, and not yet finished in the store. */
  readonly #leased = new Map<string, Work>();
  #timer: NodeJS.Timeout | undefined;
  /** The renewal that goes on. */
  #renewing: { readonly since: number } | undefined;

  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#renewOnce(), Math.max(10, this.#options.leaseMs / 3));
  }

  end(): void {
    clearInterval(this.#timer);
  }

  /** A job that was taken; `allowed` as its queue had it. */
  add(work: Work, allowed: number | undefined): void {
    // Ours before, and its lease ran out while this process stood still.
    const before = this.#leased.get(work.job.id);
    if (before !== undefined) this.#lose(before);
    this.#leased.set(work.job.id, work);
    this.#options.places.ofJob(work.job).add(work, allowed);
  }

  /** Whether the job is still leased by the lease that the work began with. */
  has(work: Work): boolean {
    return this.#leased.get(work.job.id) === work;
  }

  of(jobId: string): Work | undefined {
    return this.#leased.get(jobId);
  }

  /** It has ended. */
  forget(work: Work): void {
    if (!this.has(work)) return;
    this.#leased.delete(work.job.id);
    this.#options.places.ofJob(work.job).forget(work);
  }

  /** All that runs is told to stop. */
  stopAll(reason: Error): void {
    for (const { stop } of this.#leased.values()) stop.abort(reason);
  }

  /**
   * One at a time: where the store is slow, renewals would pile up, and take its connections from the work that they are for. One whose
   * answer never comes, as over a connection whose other end has gone, is not waited for once the leases are over: the next may get through.
   */
  async #renewOnce(): Promise<void> {
    const now = performance.now();
    if (this.#renewing !== undefined && now - this.#renewing.since < PATIENCE * this.#options.leaseMs) return;
    const own = { since: now };
    this.#renewing = own;
    await this.#renew();
    if (this.#renewing === own) this.#renewing = undefined;
  }

  /** Jobs whose lease is not ours any more are stopped: another process does them. Never rejects. */
  async #renew(): Promise<void> {
    const { store, clock, owner, leaseMs, log } = this.#options;
    if (this.#leased.size === 0) return;
    const before = [...this.#leased.values()];
    const ids = before.map(({ job }) => job.id);
    try {
      const leases = await store.write((tx) => renewLeases(tx, { owner, ids, leaseUntil: clock.now() + leaseMs }));
      for (const work of before) {
        if (leases.get(work.job.id) !== work.job.lease && this.has(work)) this.#lose(work);
      }
    } catch (error) {
      log.error({ error: errorText(error) }, 'Leases of jobs could not be renewed.');
    }
  }

  /** Gives jobs back, for others to do: those that were not begun, and on request all. Where that cannot be written, their leases run out. */
  async release({ begun }: { readonly begun: boolean }): Promise<void> {
    const { store, clock, owner, log } = this.#options;
    const works = [...this.#leased.values()].filter(({ begunAt }) => begun || begunAt === undefined);
    if (works.length === 0) return;
    for (const work of works) this.forget(work);
    const ids = works.map(({ job }) => job.id);
    try {
      await store.write((tx) => releaseJobs(tx, { owner, ids, now: clock.now() }));
    } catch (error) {
      log.error({ error: errorText(error) }, 'Jobs could not be given back: they wait until their leases run out.');
    }
  }

  #lose(work: Work): void {
    this.forget(work);
    work.stop.abort(new Error('The lease of the job was lost.'));
  }
}
