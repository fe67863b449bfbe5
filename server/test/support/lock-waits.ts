import { sql } from 'kysely';
import type { Store } from '../../src/store/store.js';

/** On PostgreSQL: how many statements wait for a lock that somebody else has. */
export async function lockWaits(store: Store): Promise<number> {
  const { rows } = await store.read((db) =>
    sql<{ count: number | string }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db),
  );
  return Number(rows[0]?.count ?? 0);
}
