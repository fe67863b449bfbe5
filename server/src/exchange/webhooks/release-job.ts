import type { JobHandler } from '../../jobs/job.js';
import { heldFor, unendedFor } from '../../resources/destinations/attempts.js';
import { endWaiting, releaseDeliveries } from '../../resources/destinations/deliveries.js';
import { lockDestination } from '../../resources/destinations/lock-destination.js';
import { destinationsWithIds } from '../../resources/destinations/rows.js';
import type { ReleasePayload } from '../../resources/destinations/webhook-jobs.js';
import { settleEvents } from '../../resources/events/settle.js';
import { type AccountQueries, readRows } from '../../store/account-queries.js';
import type { Services } from '../services.js';
import { DELETED } from './commit-webhooks.js';

type ReleaseServices = Pick<Services, 'store' | 'clock' | 'jobs'>;

/** Deliveries that one transaction releases. */
const PORTION = 500;

/** The handler of jobs `release-webhooks`: sends on what has waited for a destination, portion by portion, or ends it where that is gone, with what waits for its next attempt. */
export function createReleaseJob(services: ReleaseServices): JobHandler {
  const { store, clock } = services;
  return async ({ accountId, payload }) => {
    // Only `releaseHeld` writes jobs of this kind.
    const { destinationId } = payload as ReleasePayload;
    const held = await readRows(store, accountId, async (queries) => {
      const [destination] = await destinationsWithIds(queries, [destinationId]);
      if (destination === undefined) return unendedFor(queries, destinationId, PORTION);
      // Disabled anew: whoever enables it then has them released.
      return destination.status === 'DISABLED' ? [] : heldFor(queries, destinationId, PORTION);
    });
    if (held.length === 0) return { kind: 'done' };
    const commit = (queries: AccountQueries) => release(services, queries, { destinationId, held });
    return held.length < PORTION ? { kind: 'done', commit } : { kind: 'again', dueAt: clock.now(), attempt: 0, commit };
  };
}

async function release(
  { jobs, clock }: ReleaseServices,
  queries: AccountQueries,
  { destinationId, held }: { readonly destinationId: string; readonly held: readonly string[] },
): Promise<void> {
  const at = clock.now();
  const destination = await lockDestination(queries, destinationId);
  if (destination?.status === 'ENABLED') return releaseDeliveries(jobs, queries, held, at);
  if (destination !== undefined) return;
  await settleEvents(queries, await endWaiting(queries, held, { answer: DELETED, at }));
}
