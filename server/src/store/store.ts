import type { Kysely } from 'kysely';
import type { Tables } from './tables.js';

/** Queries on all tables, inside one transaction. */
export type Transaction = Kysely<Tables>;

/**
 * The port to SQL. Work inside `write` waits for nothing but its own queries: no network, no files, no other `write`; on SQLite
 * such a wait is an error, on PostgreSQL it would keep rows locked.
 */
export interface Store {
  readonly dialect: 'sqlite' | 'postgres';
  /**
   * Runs the work in one transaction and resolves once it is committed, so that neither a kill nor a loss of power takes it
   * back. Rejects with what the work threw, and then nothing of it is there; a statement that fails ends the transaction, even
   * if the work catches it (where a row may be there already, say so: `onConflict`). The work may run more than once (PostgreSQL's
   * deadlocks and serialization failures), so it changes nothing outside of the store.
   */
  write<Result>(work: (tx: Transaction) => Promise<Result>, options?: WriteOptions): Promise<Result>;
  /** Runs queries that change nothing, each on what is committed when it runs. */
  read<Result>(work: (db: Transaction) => Promise<Result>): Promise<Result>;
  /**
   * The same for lists, which may take long: apart from all other work, on SQLite in a process of its own, on PostgreSQL over
   * connections of their own. Sees what was committed before. A query that runs for longer than `LIST_MS` rejects with `too-slow`.
   */
  list<Result>(work: (db: Transaction) => Promise<Result>): Promise<Result>;
  /** Resolves when the database has answered, over a connection that no work waits for. */
  ping(): Promise<void>;
  /** Resolves when what waits is committed and the connections are closed. Later calls reject. */
  close(): Promise<void>;
}

export interface WriteOptions {
  /**
   * The work asks all it asks at once, and its commit goes with it, in one packet: a process that stops before it has heard the answer
   * keeps no rows locked, which others would wait for. What has run is committed, also where the work throws afterwards. Default false.
   */
  readonly atOnce?: boolean | undefined;
}

/** What a store cannot do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, text: string, options?: ErrorOptions) {
    super(text, options);
    this.code = code;
  }
}

/**
 * `in-use`: another process owns it; `newer-schema`: written by a later release; `value-refused`: a value that SQL would silently
 * change; `waited`: work that waits for something outside; `closed`: after `close`; `unavailable`: the database cannot be reached;
 * `too-slow`: a list that was ended.
 */
export type StoreErrorCode =
  | 'in-use'
  | 'newer-schema'
  | 'value-refused'
  | 'waited'
  | 'closed'
  | 'unavailable'
  | 'too-slow';

/** Milliseconds that a query of a list may run. */
export const LIST_MS = 5000;

export function tooSlow(cause?: unknown): StoreError {
  return new StoreError('too-slow', 'A query of a list ran for too long and was ended.', { cause });
}

/** A row that exists already under the same key, whatever the database. */
export function isDuplicate(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  // PostgreSQL says 23505; SQLite 2067 (unique) and 1555 (primary key).
  return code === '23505' || errcode === 2067 || errcode === 1555 || /UNIQUE constraint failed/.test(error.message);
}
