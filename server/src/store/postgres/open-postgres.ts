import { sql } from 'kysely';
import pg from 'pg';
import { boundKysely } from '../bound-kysely.js';
import { migrate } from '../migrations/migrate.js';
import { type Store, StoreError, type Transaction } from '../store.js';
import { PostgresConnection } from './connection.js';
import { continueFeed } from './continue-feed.js';
import { demandServer } from './demand-server.js';
import { POSTGRES } from './dialect.js';
import { ReadBatches } from './read-batches.js';
import { storeErrorOf } from './store-error-of.js';
import { Transactions } from './transactions.js';

/** A number of ours, that all processes of this server lock while they migrate. */
const MIGRATION_LOCK = 8_480_001;
/** A process that stopped in the midst of a transaction holds its locks for so long at most. */
const IDLE_IN_TRANSACTION_MS = 15_000;
const CONNECT_MS = 10_000;

export interface PostgresOptions {
  /** `postgres://user:password@host:5432/database`. */
  readonly url: string;
  /** Connections at most. Default 10. */
  readonly poolSize?: number | undefined;
  /** Stops at an older schema; for tests of upgrades. */
  readonly schema?: number | undefined;
}

/**
 * Opens the store on PostgreSQL 13 or newer, which any number of processes may share.
 * @throws StoreError `unavailable`, `newer-schema`.
 */
export async function openPostgres({ url, poolSize = 10, schema }: PostgresOptions): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  });
  // A connection that is lost between two queries: the next one fails, or the pool opens another. Without listeners, on the pool for
  // connections that nobody uses and on each for those in use, the process would end.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const transactions = new Transactions(pool);
  try {
    await demandServer(pool);
    await transactions.run(async (tx) => {
      await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx);
      await migrate(tx, 'postgres', schema);
      if (schema === undefined) await continueFeed(tx);
    });
  } catch (error) {
    await pool.end();
    throw storeErrorOf(error);
  }
  return storeOf(pool, transactions);
}

function storeOf(pool: pg.Pool, transactions: Transactions): Store {
  const reader = boundKysely(new PostgresConnection(new ReadBatches(pool)), POSTGRES);
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  /** Runs what a later `close` waits for. */
  const tracked = <Result>(run: () => Promise<Result>): Promise<Result> => {
    if (closing !== undefined) return Promise.reject(new StoreError('closed', 'The store is closed.'));
    const result = run();
    running.add(result);
    const forget = (): void => {
      running.delete(result);
    };
    result.then(forget, forget);
    return result;
  };
  return {
    dialect: 'postgres',
    write: (work) => tracked(() => transactions.run(work)),
    read: (work: (db: Transaction) => Promise<never>) => tracked(() => work(reader)),
    close: () => {
      closing ??= Promise.allSettled(running).then(() => pool.end());
      return closing;
    },
  };
}
