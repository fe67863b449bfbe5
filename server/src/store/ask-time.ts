import { sql } from 'kysely';
import type { Clock } from '../clock.js';
import type { Store } from './store.js';

/**
 * Milliseconds since 1970 as all see them who share a store: PostgreSQL's, or those of the machine that has the embedded store for itself.
 * The only SQL that asks for the time.
 */
export async function askTime(store: Store, machine: Clock): Promise<number> {
  if (store.dialect === 'sqlite') return machine.now();
  const { rows } = await store.read((db) =>
    sql<{ readonly ms: string | number }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db),
  );
  return Number(rows[0]?.ms);
}
