import { sql } from 'kysely';
import type { Clock } from '../clock.js';
import type { Store, Transaction } from '../store/store.js';
import type { Jobs } from '../store/tables.js';

/** How far the work is behind, over all processes. */
export interface JobFigures {
  readonly counts: Readonly<Record<Jobs['state'], number>>;
  /** Seconds since the job that waits longest became due; 0: none is late. */
  readonly oldestDueSeconds: number;
}

/** As far as jobs of one state are counted: on an embedded store requests wait meanwhile. */
export const COUNTED = 100_000;

const STATES = ['waiting', 'parked', 'running', 'failed'] as const satisfies readonly Jobs['state'][];

/** For `/metrics` and for load tests. Each state has an index that is all that is read. */
export async function readJobFigures(store: Store, clock: Clock): Promise<JobFigures> {
  return store.read(async (db) => {
    const states = await Promise.all(STATES.map(async (state) => [state, await countOf(db, state)] as const));
    const oldest = await sql<{ readonly due: number | string | null }>`
      select min(due_at) as due from jobs where state = 'waiting'`.execute(db);
    const counts = { waiting: 0, parked: 0, running: 0, failed: 0, ...Object.fromEntries(states) };
    const due = oldest.rows[0]?.due ?? undefined;
    return { counts, oldestDueSeconds: due === undefined ? 0 : Math.max(0, clock.now() - Number(due)) / 1000 };
  });
}

/** The state stands in the text, so that both databases see which index fits. */
export const countQuery = (state: Jobs['state']) => sql<{ readonly count: number | string }>`
  select count(*) as count from (select 1 from jobs where state = ${sql.lit(state)} limit ${COUNTED}) as counted`;

async function countOf(db: Transaction, state: Jobs['state']): Promise<number> {
  const { rows } = await countQuery(state).execute(db);
  return Number(rows[0]?.count);
}
