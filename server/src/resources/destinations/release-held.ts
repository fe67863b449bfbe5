import type { Jobs } from '../../jobs/job.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { RELEASE, type ReleasePayload } from './webhook-jobs.js';

/** Has what waits for a destination looked through, after this transaction: it was enabled or deleted. */
export async function releaseHeld(
  { jobs }: { readonly jobs: Jobs },
  queries: AccountQueries,
  destinationId: string,
): Promise<void> {
  const payload: ReleasePayload = { destinationId };
  await jobs.enqueue(queries, { kind: RELEASE, class: 'webhooks', payload });
}
