import type { AccountQueries } from '../store/account-queries.js';
import type { SharedWork } from '../store/shared-work.js';
import type { JobClass } from './job-classes.js';

/** Work that is written down before it is promised, and done by whichever process is free. */
export interface NewJob {
  /** Names its handler: `deliver`, `webhook`, `purge` ... */
  readonly kind: string;
  /** Whose places it takes. */
  readonly class: JobClass;
  /** Id of the connection it goes over, whose sessions are limited. Absent: it goes over none. */
  readonly over?: string | undefined;
  /** Jobs of a lane run one at a time, in the order of `orderAt` and then of their ids. Absent: beside all others. */
  readonly lane?: string | undefined;
  /** Default now. */
  readonly dueAt?: number | undefined;
  /** Default now. */
  readonly orderAt?: number | undefined;
  /** JSON that names rows; no payload of an interchange, and no secret. */
  readonly payload: unknown;
}

/** A job as its handler gets it. */
export interface Job {
  readonly id: string;
  readonly accountId: string;
  readonly kind: string;
  readonly class: JobClass;
  /** Id of a connection; `''`: none. */
  readonly over: string;
  readonly lane: string | undefined;
  /** 1 at the first try; where its process ends before it, it is not counted. */
  readonly attempt: number;
  readonly payload: unknown;
  readonly createdAt: number;
}

/**
 * What becomes of a job. `commit` and `shared` run in the transaction that finishes it, and only if the job is still leased: who lost
 * the lease changes nothing.
 */
export type JobOutcome =
  | ({ readonly kind: 'done' } & JobCommits)
  /** Once more, as the next attempt; a lane waits for it. */
  | ({
      readonly kind: 'again';
      readonly dueAt: number;
      readonly payload?: unknown;
      /** 0: attempts are counted anew, for a job that was only put off. Default: the count goes on. */
      readonly attempt?: number | undefined;
      /** Where it belongs, for a job that was written down elsewhere. */
      readonly move?: JobPlace | undefined;
    } & JobCommits)
  /** Kept for an operator, out of its lane. */
  | ({ readonly kind: 'failed'; readonly error: string } & JobCommits);

/** Whose places a job takes, and what it goes over. */
export type JobPlace = Pick<Job, 'class' | 'over'>;

/** What a job writes when it ends. */
export interface JobCommits {
  readonly commit?: JobCommit | undefined;
  /** Id of what its commit locks first, beside the job: those that end together lock in the order of these, as others do. Default: nothing. */
  readonly locks?: string | undefined;
  /** Written together with what other jobs of the account share that end at the same time. */
  readonly shared?: SharedWork | undefined;
  /** About how many rows it writes: what is much is not written together with others. Default 1. */
  readonly rows?: number | undefined;
}

/** Queries of the job's account, in the transaction that finishes it. */
export type JobCommit = (queries: AccountQueries) => Promise<void>;

/**
 * Does a job; may be called again for the same job after a crash. What it throws makes it `again`, later and later, and `failed`
 * in the end; handlers with a schedule of their own catch and answer. A job whose process dies again and again is given up.
 * @param signal aborts when the lease was lost, or the process ends and its patience with it.
 */
export interface JobHandler {
  (job: Job, signal: AbortSignal): Promise<JobOutcome>;
  /** Hears of jobs that were leased together and will be done soon, or never: may begin to read what many of them need. */
  readonly foresee?: ((jobs: readonly Job[]) => void) | undefined;
}

/**
 * Ends a job whose process has died each time it was done, or of some kinds one that has failed each time, without doing it: writes down what whoever waits for it is to see.
 * @param why for a person.
 */
export type GiveUpJob = (job: Job, why: string) => Promise<JobOutcome>;

/** Jobs as those see them who want work done. */
export interface Jobs {
  /** Writes a job down in the caller's transaction; it is done once that is committed. */
  enqueue(queries: AccountQueries, jobs: NewJob | readonly NewJob[]): Promise<void>;
  /** Says that jobs may have become due, so that they need not wait for the next look. */
  wake(): void;
}
