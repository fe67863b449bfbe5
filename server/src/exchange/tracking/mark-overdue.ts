import { writeEvents } from '../../resources/events/rows.js';
import { takeOverdue } from '../../resources/tracking/overdue.js';
import { markSetsOverdue } from '../../resources/transactions/acknowledged.js';
import type { Services } from '../services.js';
import { overdueEvents } from './answer-events.js';

/** Marks what was sent and whose answers should have come, with one event a file, portion by portion. */
export async function markOverdue(
  { store, clock, jobs }: Pick<Services, 'store' | 'clock' | 'jobs'>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const now = clock.now();
    const marked = await store.write(async (tx) => {
      const accounts = await takeOverdue(tx, now);
      for (const { queries, groups } of accounts) {
        await markSetsOverdue(queries, [...new Set(groups.map(({ execution_id }) => execution_id))]);
        await writeEvents({ jobs }, queries, overdueEvents(groups, now));
      }
      return accounts.length;
    });
    if (marked === 0) return;
  }
}
