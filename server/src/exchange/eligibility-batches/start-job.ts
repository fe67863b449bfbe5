import { setTimeout as pause } from 'node:timers/promises';
import type { DroppedJob } from '../../jobs/failed-jobs.js';
import type { GiveUpJob, Job, JobHandler, JobOutcome, Jobs, NewJob } from '../../jobs/job.js';
import { type FedItem, fedPlace, itemsFrom, moveFed } from '../../resources/eligibility-batches/feeding.js';
import { AccountQueries, readRows } from '../../store/account-queries.js';
import { closeFiles, fillFiles } from '../check-files/fill-files.js';
import type { ServingRoute } from '../payer-routes/payer-exchange.js';
import type { Services } from '../services.js';
import { writeAttempts } from './noted-attempts.js';
import { endedWithout, NOT_ASKED } from './without-answer.js';

/** The job that lets the checks of a batch go, and the job of each check. */
export const START_BATCH = 'start-batch';
export const BATCH_CHECK = 'batch-check';
const CLASS = 'batches';

/** Jobs of one transaction: on an embedded store others wait for it. */
const PORTION = 50;
/** Milliseconds between two: checks that somebody waits for are written down meanwhile (`npm run bench:checks -- --batch 10000`). */
const PAUSE_MS = 25;

interface Start {
  readonly batchId: string;
  /** Its checks are not asked any more: those that have no job yet are to end. */
  readonly isGivenUp?: boolean;
}

/** Writes down that the checks of a batch may be made, in the commit that says so. */
export async function letGo(jobs: Jobs, queries: AccountQueries, batchId: string): Promise<void> {
  await enqueueStart(jobs, queries, { batchId });
}

/** Writes down that a batch which could not be let go is to end: it may have very many checks, so that a job does it. */
export async function letEnd(jobs: Jobs, queries: AccountQueries, { payload }: DroppedJob): Promise<void> {
  await enqueueStart(jobs, queries, { ...startOf({ payload }), isGivenUp: true });
}

function enqueueStart(jobs: Jobs, queries: AccountQueries, payload: Start): Promise<void> {
  return jobs.enqueue(queries, { kind: START_BATCH, class: CLASS, payload });
}

function startOf({ payload }: Pick<Job, 'payload'>): Start {
  // Written by `enqueueStart` alone.
  return payload as Start;
}

/**
 * Writes a job down for each check of a batch, some at a time, each with the place up to which there are jobs, so that a run which was killed is
 * gone on with where it was. Each job waits for the payer route that is asked first, so that one which cannot be asked holds up no others; checks
 * whose route takes files go in these.
 */
export function createStartBatchJob(services: Services): JobHandler {
  return async (job, signal) => {
    const { batchId, isGivenUp } = startOf(job);
    if (isGivenUp === true) return endStart(services, job);
    const { store, clock, jobs } = services;
    const routes = new FirstRoutes(services);
    for (;;) {
      signal.throwIfAborted();
      const portion = await nextPortion(services, job, batchId);
      if (portion === undefined) break;
      const { from, items } = portion;
      const firsts = await Promise.all(items.map(({ payerId }) => routes.of(payerId)));
      const { singles, files } = sorted(items, firsts);
      await store.write(async (tx) => {
        const queries = new AccountQueries(tx, job.accountId);
        if (!(await moveFed(queries, batchId, { from, to: from + items.length }))) return;
        await jobs.enqueue(queries, singles);
        await fillFiles(queries, { jobs, batchId, now: clock.now() }, files);
      });
      if (items.length === PORTION) await pause(PAUSE_MS, undefined, { signal });
    }
    return { kind: 'done', commit: (queries) => closeFiles(queries, { jobs, batchId, now: clock.now() }) };
  };
}

/** Jobs of checks that go by themselves, and what goes in files. */
function sorted(items: readonly FedItem[], firsts: readonly (First | undefined)[]) {
  const singles: NewJob[] = [];
  const files = new Map<
    string,
    { readonly routeId: string; readonly mostChecks: number; readonly itemIds: string[] }
  >();
  for (const [index, { id }] of items.entries()) {
    const first = firsts[index];
    if (first?.batch === undefined) {
      singles.push({ kind: BATCH_CHECK, class: CLASS, over: first?.routeId, payload: { itemId: id } });
      continue;
    }
    const { routeId, batch } = first;
    const file = files.get(routeId) ?? { routeId, mostChecks: batch.mostChecks, itemIds: [] };
    file.itemIds.push(id);
    files.set(routeId, file);
  }
  return { singles, files: [...files.values()] };
}

/** Ends the checks of a batch that could not be let go, as far as they have no jobs; what has one goes on. */
export function giveUpBatchStart(services: Services): GiveUpJob {
  return (job) => endStart(services, job);
}

async function endStart(services: Services, job: Job): Promise<JobOutcome> {
  const { batchId } = startOf(job);
  const { store, clock, jobs } = services;
  for (;;) {
    const portion = await nextPortion(services, job, batchId);
    if (portion === undefined) break;
    const { from, items } = portion;
    const now = clock.now();
    await store.write(async (tx) => {
      const queries = new AccountQueries(tx, job.accountId);
      if (!(await moveFed(queries, batchId, { from, to: from + items.length }))) return;
      const ended = items.map(({ id }) => endedWithout(id, [NOT_ASKED], now));
      await writeAttempts(jobs, queries, ended);
    });
    if (items.length === PORTION) await pause(PAUSE_MS);
  }
  return { kind: 'done', commit: (queries) => closeFiles(queries, { jobs, batchId, now: clock.now() }) };
}

async function nextPortion({ store }: Services, { accountId }: Job, batchId: string) {
  return readRows(store, accountId, async (queries) => {
    const from = await fedPlace(queries, batchId);
    if (from === undefined) return undefined;
    const items = await itemsFrom(queries, batchId, { from, most: PORTION });
    return items.length === 0 ? undefined : { from, items };
  });
}

type First = Pick<ServingRoute, 'routeId' | 'batch'>;

/** Of each payer the route that is asked first, looked up once. */
class FirstRoutes {
  readonly #services: Pick<Services, 'payerExchange'>;
  readonly #known = new Map<string, Promise<First | undefined>>();

  constructor(services: Pick<Services, 'payerExchange'>) {
    this.#services = services;
  }

  /** @returns `undefined` where there is none, which its check will say. */
  of(payerId: string | null): Promise<First | undefined> {
    if (payerId === null) return Promise.resolve(undefined);
    const known = this.#known.get(payerId);
    if (known !== undefined) return known;
    const first = this.#services.payerExchange
      .serving(payerId, 'eligibility')
      .then(([route]) => (route === undefined || route.routeId === '' ? undefined : route));
    this.#known.set(payerId, first);
    return first;
  }
}
