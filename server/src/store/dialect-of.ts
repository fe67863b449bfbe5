import { PostgresAdapter } from 'kysely';
import type { Store, Transaction } from './store.js';

/** For the few statements that differ; they stand beside each other where they are used. */
export function isPostgres(tx: Transaction): boolean {
  return tx.getExecutor().adapter instanceof PostgresAdapter;
}

/** Of the database that a transaction runs on. */
export function dialectOf(tx: Transaction): Store['dialect'] {
  return isPostgres(tx) ? 'postgres' : 'sqlite';
}
