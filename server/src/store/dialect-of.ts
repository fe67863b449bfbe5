import { PostgresAdapter } from 'kysely';
import type { Store, Transaction } from './store.js';

/**
 * Of the database that a transaction runs on, for the few statements that differ; they stand beside each other where they are used.
 * Costs some nanoseconds, so that nobody hands a dialect on; `store.dialect` is for those who have no transaction.
 */
export function dialectOf(tx: Transaction): Store['dialect'] {
  return tx.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}
