import { setTimeout as pause } from 'node:timers/promises';
import type { Job, JobHandler, Jobs, NewJob } from '../../jobs/job.js';
import { fedPlace, itemsFrom, moveFed } from '../../resources/eligibility-batches/feeding.js';
import { AccountQueries, readRows } from '../../store/account-queries.js';
import type { Services } from '../services.js';

/** The job that lets the checks of a batch go, and the job of each check. */
export const START_BATCH = 'start-batch';
export const BATCH_CHECK = 'batch-check';
const CLASS = 'batches';

/** Jobs of one transaction: on an embedded store others wait for it. */
const PORTION = 50;
/** Milliseconds between two: checks that somebody waits for are written down meanwhile (`npm run bench:checks -- --batch 10000`). */
const PAUSE_MS = 25;

/** Writes down that the checks of a batch may be made, in the commit that says so. */
export async function letGo(jobs: Jobs, queries: AccountQueries, batchId: string): Promise<void> {
  await jobs.enqueue(queries, { kind: START_BATCH, class: CLASS, payload: { batchId } });
}

/**
 * Writes a job down for each check of a batch, some at a time, each with the place up to which there are jobs, so that a run which was killed is
 * gone on with where it was. Each job waits for the payer route that is asked first, so that one which cannot be asked holds up no others.
 */
export function createStartBatchJob(services: Services): JobHandler {
  return async (job, signal) => {
    // Written by `letGo`.
    const { batchId } = job.payload as { readonly batchId: string };
    const routes = new FirstRoutes(services);
    for (;;) {
      signal.throwIfAborted();
      const portion = await nextPortion(services, job, batchId);
      if (portion === undefined) return { kind: 'done' };
      const { from, items } = portion;
      const overs = await Promise.all(items.map(({ payerId }) => routes.of(payerId)));
      const jobs = items.map(
        ({ id }, index): NewJob => ({ kind: BATCH_CHECK, class: CLASS, over: overs[index], payload: { itemId: id } }),
      );
      await services.store.write(async (tx) => {
        const queries = new AccountQueries(tx, job.accountId);
        if (await moveFed(queries, batchId, { from, to: from + items.length }))
          await services.jobs.enqueue(queries, jobs);
      });
      if (items.length === PORTION) await pause(PAUSE_MS, undefined, { signal });
    }
  };
}

async function nextPortion({ store }: Services, { accountId }: Job, batchId: string) {
  return readRows(store, accountId, async (queries) => {
    const from = await fedPlace(queries, batchId);
    if (from === undefined) return undefined;
    const items = await itemsFrom(queries, batchId, { from, most: PORTION });
    return items.length === 0 ? undefined : { from, items };
  });
}

/** Of each payer the route that is asked first, looked up once. */
class FirstRoutes {
  readonly #services: Pick<Services, 'payerExchange'>;
  readonly #known = new Map<string, Promise<string | undefined>>();

  constructor(services: Pick<Services, 'payerExchange'>) {
    this.#services = services;
  }

  /** @returns the id of a route; `undefined` where there is none, which its check will say. */
  of(payerId: string | null): Promise<string | undefined> {
    if (payerId === null) return Promise.resolve(undefined);
    const known = this.#known.get(payerId);
    if (known !== undefined) return known;
    const first = this.#services.payerExchange
      .serving(payerId, 'eligibility')
      .then(([route]) => (route === undefined || route.routeId === '' ? undefined : route.routeId));
    this.#known.set(payerId, first);
    return first;
  }
}
