import { sql } from 'kysely';
import type { Clock } from '../clock.js';
import type { Store } from '../store/store.js';
import type { Jobs } from '../store/tables.js';

/** How far the work is behind, over all processes. */
export interface JobFigures {
  readonly counts: Readonly<Record<Jobs['state'], number>>;
  /** Seconds since the job that waits longest became due; 0: none is late. */
  readonly oldestDueSeconds: number;
}

/** For `/metrics` and for load tests. */
export async function readJobFigures(store: Store, clock: Clock): Promise<JobFigures> {
  return store.read(async (db) => {
    const states = await sql<{ readonly state: Jobs['state']; readonly count: number | string }>`
      select state, count(*) as count from jobs group by state`.execute(db);
    const oldest = await sql<{ readonly due: number | string | null }>`
      select min(due_at) as due from jobs where state = 'waiting'`.execute(db);
    const counts = { waiting: 0, parked: 0, running: 0, failed: 0 };
    for (const { state, count } of states.rows) counts[state] = Number(count);
    const due = oldest.rows[0]?.due ?? undefined;
    return { counts, oldestDueSeconds: due === undefined ? 0 : Math.max(0, clock.now() - Number(due)) / 1000 };
  });
}
