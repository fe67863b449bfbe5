import { sql } from 'kysely';
import type { Transaction } from '../store/store.js';
import { listOf } from '../store/value-list.js';

/** Which of these queues have a job that waits or runs. */
export async function queuesWithJobs(db: Transaction, queues: readonly string[]): Promise<ReadonlySet<string>> {
  // One query a state: each has an index of its own, which is found where the state stands in the text.
  const rows = await Promise.all(
    (['waiting', 'running'] as const).map((state) =>
      db
        .selectFrom('jobs')
        .select('queue')
        .distinct()
        .where('queue', 'in', listOf(db, queues))
        .where('state', '=', sql.lit(state))
        .execute(),
    ),
  );
  return new Set(rows.flat().map(({ queue }) => queue));
}
