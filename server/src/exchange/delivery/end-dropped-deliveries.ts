import type { Clock } from '../../clock.js';
import type { DroppedJob } from '../../jobs/failed-jobs.js';
import { failDropped } from '../../resources/executions/outcomes.js';
import { appendFeed } from '../../resources/feed/feed.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { REDELIVER, type RedeliverPayload } from '../outbound/request-redelivery.js';
import { DELIVER, type DeliveryPayload } from './enqueue-delivery.js';

const FAULT = {
  code: 'DELIVERY_FAILURE',
  message:
    'The delivery waited for an operator for 30 days, and nobody had it done. Ask the partner whether the file has arrived, then retry the execution.',
};

/**
 * Has executions fail whose deliveries are dropped with their jobs: they would be under way for ever, could not be retried, and would never be
 * removed. Those that have ended otherwise stay as they are.
 */
export async function endDroppedDeliveries(
  { clock }: { readonly clock: Clock },
  queries: AccountQueries,
  jobs: readonly DroppedJob[],
): Promise<void> {
  const ids = jobs.flatMap(({ kind, payload }) =>
    // Both kinds of jobs name their execution.
    kind === DELIVER || kind === REDELIVER ? (payload as DeliveryPayload | RedeliverPayload).executionId : [],
  );
  const at = clock.now();
  const failed = await failDropped(queries, ids, { at, fault: FAULT });
  await appendFeed(
    queries,
    failed.map(({ id, key_mode: mode }) => ({ kind: 'execution', refId: id, mode, at })),
  );
}
