import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { boundKysely } from '../bound-kysely.js';
import { makeIndexes } from '../migrations/make-indexes.js';
import { MIGRATIONS, migrate } from '../migrations/migrate.js';
import { RefusedWrites } from '../refused-writes.js';
import { type Store, StoreError, type Transaction } from '../store.js';
import { type Aside, openAside } from './aside.js';
import { IndexBuilder, type IndexLog } from './build-indexes.js';
import { PostgresConnection } from './connection.js';
import { continueFeed } from './continue-feed.js';
import { demandServer } from './demand-server.js';
import { POSTGRES } from './dialect.js';
import { APPLICATION } from './feed-horizon.js';
import { ReadBatches } from './read-batches.js';
import { demandRestored } from './restoring.js';
import { KEEP_ALIVE, silenceOf } from './silence.js';
import { storeErrorOf } from './store-error-of.js';
import { Transactions } from './transactions.js';

/** A number of ours, that all processes of this server lock while they migrate. */
const MIGRATION_LOCK = 8_480_001;
/** A process that stopped in the midst of a transaction holds its locks for so long at most. */
const IDLE_IN_TRANSACTION_MS = 15_000;
const CONNECT_MS = 10_000;
/**
 * What one statement may take, its wait for locks included. Those of the server take milliseconds: one that takes a minute waits for
 * somebody who does not let go, and keeps a connection of the few from all others. Steps of the schema take what they take, and a
 * restore does; indexes and backups have connections of their own.
 */
const STATEMENT_MS = 60_000;
/** How long a step waits for a table that is locked, and then again until it tries anew: an hour in all, for an index may be under way. */
const STEP_LOCK_MS = 1000;
const STEP_TRIES = 1800;

export interface PostgresOptions {
  /** `postgres://user:password@host:5432/database`. */
  readonly url: string;
  /** Connections at most. Default 10. */
  readonly poolSize?: number | undefined;
  /** Stops at an older schema; for tests of upgrades. */
  readonly schema?: number | undefined;
  /** Whether it is opened by a restore that is under way. Default false: then such a database is refused. */
  readonly restoring?: boolean | undefined;
  /** Milliseconds that a query of a list may run. Default `LIST_MS`. */
  readonly listMs?: number | undefined;
  /** Milliseconds that any other statement may run. Default a minute. */
  readonly statementMs?: number | undefined;
  /** Reports the progress of indexes that are built. */
  readonly log?: IndexLog | undefined;
}

/**
 * Opens the store on PostgreSQL 13 or newer, which any number of processes may share.
 * @throws StoreError `unavailable`, `newer-schema`.
 */
export async function openPostgres({
  url,
  poolSize = 10,
  schema,
  listMs,
  statementMs = STATEMENT_MS,
  log,
  restoring = false,
}: PostgresOptions): Promise<Store> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: APPLICATION,
    ...KEEP_ALIVE,
    connectionTimeoutMillis: CONNECT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    statement_timeout: restoring ? 0 : statementMs,
  });
  // A connection that is lost between two queries: the next one fails, or the pool opens another. Without listeners, on the pool for
  // connections that nobody uses and on each for those in use, the process would end.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const silenceMs = silenceOf(restoring ? 0 : statementMs);
  const indexes = new IndexBuilder({ url, pool, log, schema: schema ?? MIGRATIONS.length });
  try {
    await demandServer(pool);
    if (!restoring) await demandRestored(pool);
    // Its steps take what they take.
    await prepareTables(new Transactions(pool), schema);
    await indexes.start();
  } catch (error) {
    await pool.end();
    throw storeErrorOf(error);
  }
  return storeOf({ pool, silenceMs, indexes, aside: openAside(url, listMs) });
}

/** A step that changes a table waits for who uses it, and all who come later wait behind it: so it waits shortly, and often. */
async function prepareTables(transactions: Transactions, schema: number | undefined): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await transactions.run(async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx);
        await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(tx);
        await sql.raw(`set local lock_timeout = ${STEP_LOCK_MS}`).execute(tx);
        const before = await migrate(tx, 'postgres', schema);
        if (before === 0) await makeIndexes(tx, schema ?? MIGRATIONS.length);
        if (schema === undefined) await continueFeed(tx);
      });
      return;
    } catch (error) {
      if (!isLockTimeout(error) || tries === STEP_TRIES) throw error;
      await setTimeout(STEP_LOCK_MS);
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

interface Parts {
  readonly pool: pg.Pool;
  readonly silenceMs: number | undefined;
  readonly indexes: IndexBuilder;
  readonly aside: Aside;
}

function storeOf({ pool, silenceMs, indexes, aside }: Parts): Store {
  const refused = new RefusedWrites();
  const transactions = new Transactions(pool, { silenceMs, refused });
  const reader = boundKysely(new PostgresConnection(new ReadBatches(pool, { silenceMs })), POSTGRES);
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
    write: (work, options) => tracked(() => transactions.run(work, options)),
    read: (work: (db: Transaction) => Promise<never>) => tracked(() => work(reader)),
    list: (work: (db: Transaction) => Promise<never>) => tracked(() => work(aside.lists)),
    ping: () =>
      tracked(async () => {
        await aside.ping();
        refused.demandNoneLately();
      }),
    close: () => {
      closing ??= Promise.allSettled([...running, indexes.close()]).then(async () => {
        await Promise.all([pool.end(), aside.close()]);
      });
      return closing;
    },
  };
}
