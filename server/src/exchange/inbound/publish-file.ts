import type { Job, JobHandler, Jobs } from '../../jobs/job.js';
import { artifactsOf, fragmentsOfAll, someFragmentsOf } from '../../objects/artifact-rows.js';
import { writeEvents } from '../../resources/events/rows.js';
import { executionWithId, listFaults } from '../../resources/executions/rows.js';
import { appendFeed } from '../../resources/feed/feed.js';
import { fragmentsOf } from '../../resources/transactions/columns.js';
import { setsFrom } from '../../resources/transactions/rows.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import { grouped } from '../../store/grouped.js';
import type { Transactions } from '../../store/tables.js';
import type { Services } from '../services.js';
import { fileEvents, transactionEvents } from './inbound-events.js';

/** Of the job that reports what a large file has. */
export const PUBLISH = 'publish';

/** Transactions, and parts of them, that are reported by one commit: each is an event for every destination. */
const PORTION = 200;
/** Faults that an event names. */
const MOST_ERRORS = 100;

export interface PublishPayload {
  readonly executionId: string;
  /** 0-based place of the first that is not reported yet. Default 0. */
  readonly from?: number | undefined;
  /** 0-based, of its parts: those before are reported. Default 0. */
  readonly part?: number | undefined;
}

/** Promises that a file is reported, in the transaction that shows it. */
export function enqueuePublishing(jobs: Jobs, queries: AccountQueries, payload: PublishPayload): Promise<void> {
  return jobs.enqueue(queries, { kind: PUBLISH, class: 'inbound', payload });
}

/**
 * Reports the transactions of a file portion by portion, and the file at the end. How far it has come is written by the commit of each
 * portion, so that nothing is reported twice or left out, whenever the process ends.
 */
export function publishJob(services: Pick<Services, 'store' | 'clock' | 'publicUrl' | 'jobs'>): JobHandler {
  return async (job: Job) => {
    // Only `enqueuePublishing` and this handler write jobs of this kind.
    const { executionId, from = 0, part = 0 } = job.payload as PublishPayload;
    const at = services.clock.now();
    const found = await readRows(services.store, job.accountId, async (queries) => {
      const execution = await executionWithId(queries, executionId);
      const sets = portionOf(await setsFrom(queries, { executionId, from, most: PORTION }));
      const ids = sets.map(({ id }) => id);
      const documents = await artifactsOf(queries, [executionId, ...ids]);
      const [first] = ids;
      const parts =
        first !== undefined && ids.length === 1
          ? await someFragmentsOf(queries, first, { from: part, most: PORTION })
          : await fragmentsOfAll(queries, ids);
      return { execution, sets, artifacts: [...documents, ...parts] };
    });
    const { execution, sets } = found;
    if (execution === undefined) return { kind: 'done' };
    const byOwner = grouped(found.artifacts, ({ owner_id }) => owner_id);
    const publishing = { publicUrl: services.publicUrl, at, execution };
    const last = sets.at(-1);
    if (last !== undefined) {
      const own = (id: string) => byOwner.get(id) ?? [];
      const { events, feed } = transactionEvents(publishing, sets, own, part);
      const commit = async (queries: AccountQueries): Promise<void> => {
        await appendFeed(queries, feed);
        await writeEvents(services, queries, events);
      };
      const next =
        part + PORTION < partsIn(last)
          ? { executionId, from: last.place, part: part + PORTION }
          : { executionId, from: last.place + 1 };
      return { kind: 'again', dueAt: at, attempt: 0, payload: next, commit };
    }
    const faults = await readRows(services.store, job.accountId, (queries) =>
      listFaults(queries, executionId, { size: MOST_ERRORS }),
    );
    const events = fileEvents(publishing, byOwner.get(executionId) ?? [], faults.items);
    return { kind: 'done', commit: (queries) => writeEvents(services, queries, events) };
  };
}

/** As many sets as one commit reports, with their parts; one that has more of them comes alone, and portion by portion. */
function portionOf<Set extends Pick<Transactions, 'fragments'>>(sets: readonly Set[]): readonly Set[] {
  let events = 0;
  return sets.filter((set, index) => {
    events += 1 + partsIn(set);
    return index === 0 || events <= PORTION;
  });
}

function partsIn(set: Pick<Transactions, 'fragments'>): number {
  return fragmentsOf(set)?.fragmentCount ?? 0;
}
