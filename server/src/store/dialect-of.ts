import { PostgresAdapter } from 'kysely';
import type { Transaction } from './store.js';

/** For the few statements that differ; they stand beside each other where they are used. */
export function isPostgres(tx: Transaction): boolean {
  return tx.getExecutor().adapter instanceof PostgresAdapter;
}
