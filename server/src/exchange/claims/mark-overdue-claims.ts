import { takeOverdueClaims } from '../../resources/claims/overdue.js';
import { detailColumn } from '../../resources/events/detail.js';
import { type NewEvent, writeEvents } from '../../resources/events/rows.js';
import type { Claims } from '../../store/claim-tables.js';
import type { Services } from '../services.js';

/** Marks claims of which something should have been heard, with one event each, portion by portion. What moves them takes it back. */
export async function markOverdueClaims(
  { store, clock, jobs }: Pick<Services, 'store' | 'clock' | 'jobs'>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const now = clock.now();
    const marked = await store.write(async (tx) => {
      const accounts = await takeOverdueClaims(tx, now);
      for (const { queries, claims } of accounts) {
        await writeEvents(
          { jobs },
          queries,
          claims.map((claim) => overdueEvent(claim, now)),
        );
      }
      return accounts.length;
    });
    if (marked === 0) return;
  }
}

function overdueEvent({ id, mode }: Claims, at: number): NewEvent {
  return {
    ...{ type: 'claim.overdue', mode, resourceKind: 'claim', resourceId: id, at },
    detail: detailColumn({}),
  };
}
