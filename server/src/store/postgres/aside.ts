import pg from 'pg';
import { boundKysely } from '../bound-kysely.js';
import { LIST_MS, type Transaction } from '../store.js';
import { PostgresConnection } from './connection.js';
import { POSTGRES } from './dialect.js';
import { ReadBatches } from './read-batches.js';
import { storeErrorOf } from './store-error-of.js';

/** Lists that run at once; others wait in line, and neither writes nor jobs wait with them. */
const LISTS = 4;
const CONNECT_MS = 10_000;
/**
 * Each list is written for an index that has its rows in their order, of which it reads a few thousand. The planner takes a condition
 * that the index has, too, for one more that leaves little over, and would gather all rows to sort them.
 */
const LIST_OPTIONS = '-c default_transaction_read_only=on -c enable_bitmapscan=off -c enable_seqscan=off';
const PROBE_MS = 2000;
/** Between two looks of a load balancer. */
const IDLE_MS = 60_000;

/** What is asked beside all other work. */
export interface Aside {
  /** For lists: what takes too long is ended by the database. */
  readonly lists: Transaction;
  /** @throws StoreError `unavailable`. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Connections are made when they are needed first. */
export function openAside(url: string, listMs: number = LIST_MS): Aside {
  const lists = poolOf({ connectionString: url, max: LISTS, statement_timeout: listMs, options: LIST_OPTIONS });
  const probe = poolOf({ connectionString: url, max: 1, idleTimeoutMillis: IDLE_MS, statement_timeout: PROBE_MS });
  const batches = new ReadBatches(lists, { most: 1 });
  return {
    // Not prepared: there are many texts, as there are many filters, and each is planned by how many rows its values have.
    lists: boundKysely(new PostgresConnection(batches, { isPrepared: false }), POSTGRES),
    async ping() {
      try {
        await probe.query('select 1');
      } catch (error) {
        throw storeErrorOf(error);
      }
    },
    close: async () => {
      await Promise.all([lists.end(), probe.end()]);
    },
  };
}

function poolOf(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, keepAlive: true, connectionTimeoutMillis: CONNECT_MS });
  // A connection that is lost between two queries: the pool opens another.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
