import type { Clock } from '../../clock.js';
import type { DroppedJob } from '../../jobs/failed-jobs.js';
import { failDropped } from '../../resources/executions/outcomes.js';
import { appendFeed } from '../../resources/feed/feed.js';
import { RECEIVE } from '../../resources/inbound/receive-job.js';
import { putBack } from '../../resources/inbound/waiting.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { REPROCESS, type ReprocessPayload } from '../inbound/request-reprocessing.js';
import { REDELIVER, type RedeliverPayload } from '../outbound/request-redelivery.js';
import { DELIVER, type DeliveryPayload } from './enqueue-delivery.js';

const FAULT = {
  code: 'DELIVERY_FAILURE',
  message:
    'The delivery waited for an operator for 30 days, and nobody had it done. Ask the partner whether the file has arrived, then retry the execution.',
};

const NOT_READ = {
  code: 'UNKNOWN_ERROR',
  message:
    'The file waited for an operator for 30 days, and nobody had it processed. See the log of the server, then retry the execution.',
};

/**
 * Has executions fail whose deliveries are dropped with their jobs: they would be under way for ever, could not be retried, and would never be
 * removed. Those that have ended otherwise stay as they are. Interchanges that were to be processed by themselves wait again.
 */
export async function endDroppedDeliveries(
  { clock }: { readonly clock: Clock },
  queries: AccountQueries,
  jobs: readonly DroppedJob[],
): Promise<void> {
  const at = clock.now();
  const kinds = [
    { names: [DELIVER, REDELIVER], fault: FAULT },
    { names: [RECEIVE, REPROCESS], fault: NOT_READ },
  ];
  for (const { names, fault } of kinds) {
    // Jobs of all these kinds name their execution.
    const ids = jobs.flatMap(({ kind, payload }) =>
      names.includes(kind) && interchangeOf({ kind, payload }) === undefined
        ? (payload as NamesExecution).executionId
        : [],
    );
    const failed = await failDropped(queries, ids, { at, fault });
    await appendFeed(
      queries,
      failed.map(({ id, key_mode: mode }) => ({ kind: 'execution', refId: id, mode, at })),
    );
  }
  for (const job of jobs) {
    const taken = interchangeOf(job);
    if (taken !== undefined) await putBack(queries, taken.id, { state: taken.state, at });
  }
}

/** Of a job that has one interchange processed: its file has ended before, whatever becomes of the job. */
function interchangeOf({ kind, payload }: DroppedJob) {
  if (kind !== REPROCESS) return undefined;
  // Only `request-reprocessing.ts` writes jobs of this kind.
  const { interchangeId: id, isExempt } = payload as ReprocessPayload;
  return id === undefined ? undefined : { id, state: isExempt === true ? ('held' as const) : ('quarantined' as const) };
}

type NamesExecution = Pick<DeliveryPayload | RedeliverPayload, 'executionId'>;
