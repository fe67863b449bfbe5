import { sql } from 'kysely';
import { dialectOf } from './dialect-of.js';
import type { Transaction } from './store.js';

/** A copy of a store that was made while others wrote to it, and the state it has: everything that was committed when it began, and nothing later. */
export interface StoreCopy {
  /** Runs queries on the state that the copy has. */
  read<Result>(work: (db: Transaction) => Promise<Result>): Promise<Result>;
  /** Ends the reading; the file of the copy stays. */
  close(): Promise<void>;
}

/** An empty place that a copy is brought into. */
export interface StoreRestore {
  /** A restore that was cut off has begun there before: what lies beside the store may be its own. */
  readonly isResumed: boolean;
  /** From here on no server starts there, until `complete` has ended. */
  begin(): Promise<void>;
  /**
   * Brings the copy in, with the schema of this release, and runs the work in it; whole or not at all.
   * @param path of the file that the copy is. @param work may run more than once.
   */
  complete(path: string, work: (tx: Transaction) => Promise<void>): Promise<void>;
  /** Lets go of the place, whether the copy is there or not. */
  close(): Promise<void>;
}

/** Rows of each table. */
export async function countRows(db: Transaction): Promise<Readonly<Record<string, number>>> {
  const { rows } =
    dialectOf(db) === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name not like 'sqlite%'
          order by name`.execute(db)
      : await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()
          order by tablename`.execute(db);
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const counted = await sql<{ count: number | string }>`select count(*) as count from ${sql.table(name)}`.execute(db);
    counts[name] = Number(counted.rows[0]?.count ?? 0);
  }
  return counts;
}
