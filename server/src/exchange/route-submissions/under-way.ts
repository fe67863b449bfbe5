import type { JobOutcome, Jobs } from '../../jobs/job.js';
import { takeOut } from '../../resources/route-submissions/rows.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { RouteSubmissionItems, RouteSubmissions } from '../../store/batch-tables.js';
import { type SharedWork, shareWork } from '../../store/shared-work.js';
import type { NotedAttempts } from '../eligibility-batches/noted-attempts.js';
import { BATCH_CHECK } from '../eligibility-batches/start-job.js';
import type { Run, Services } from '../services.js';

/** A file of checks on its way. */
export interface UnderWay {
  readonly services: Services;
  readonly noted: NotedAttempts;
  readonly file: RouteSubmissions;
  /** Aborts when another process has the job, or this one ends. */
  readonly signal: AbortSignal;
}

/** For whom a file is written and acknowledged: no key of theirs is asked. */
export function runOf({ services, file }: Pick<UnderWay, 'services' | 'file'>): Run {
  return { services, caller: { accountId: file.account_id, keyId: '', mode: 'live' } };
}

/** Where a file stands: at its next step, or there is nothing to do for now. */
export type Step = 'next' | JobOutcome;

/** Checks that are read, written and committed together. */
export const PORTION = 20;

/** A check goes out of its file. */
export function leaving(item: RouteSubmissionItems): SharedWork {
  return shareWork(leaveAll, item);
}

function leaveAll(queries: AccountQueries, items: readonly RouteSubmissionItems[]): Promise<void> {
  return takeOut(queries, items);
}

interface Alone {
  readonly itemId: string;
  readonly routeId: string;
  /** Default now. */
  readonly dueAt?: number | undefined;
}

/** A check goes on by itself. */
export function goingAlone({ jobs }: Services, alone: Alone): SharedWork {
  return shareWork(enqueueAll, alone, jobs);
}

function enqueueAll(queries: AccountQueries, all: readonly Alone[], jobs: Jobs): Promise<void> {
  return jobs.enqueue(
    queries,
    all.map(({ itemId, routeId, dueAt }) => ({
      ...{ kind: BATCH_CHECK, class: 'batches', over: routeId, payload: { itemId } },
      ...(dueAt === undefined ? {} : { dueAt }),
    })),
  );
}
