import pg from 'pg';
import { boundKysely } from '../bound-kysely.js';
import { LIST_MS, type Transaction } from '../store.js';
import { PostgresConnection } from './connection.js';
import { POSTGRES } from './dialect.js';
import { ReadBatches } from './read-batches.js';
import { KEEP_ALIVE, silenceOf } from './silence.js';
import { storeErrorOf } from './store-error-of.js';

/** Lists that run at once; others wait in line, and neither writes nor jobs wait with them. */
const LISTS = 4;
const CONNECT_MS = 10_000;
/**
 * Each list is written for an index that has its rows in their order, of which it reads a few thousand. The planner takes a condition
 * that the index has, too, for one more that leaves little over, and would gather all rows to sort them.
 */
const LIST_OPTIONS = '-c default_transaction_read_only=on -c enable_bitmapscan=off -c enable_seqscan=off';
/** Part of its time that a list waits for a table that somebody has locked whole: of that its asker is told, not that it was slow. */
const LOCK_PART = 0.5;
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
  const lists = poolOf({
    ...{ connectionString: url, max: LISTS, options: LIST_OPTIONS },
    ...{ statement_timeout: listMs, lock_timeout: listMs * LOCK_PART },
  });
  const probe = poolOf({
    ...{ connectionString: url, max: 1, idleTimeoutMillis: IDLE_MS },
    // Where even that is not said, the connection is dead: the next probe has one of its own.
    ...{ statement_timeout: PROBE_MS, query_timeout: PROBE_MS + 1000 },
  });
  const batches = new ReadBatches(lists, { most: 1, silenceMs: silenceOf(listMs) });
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
  const pool = new pg.Pool({ ...config, ...KEEP_ALIVE, connectionTimeoutMillis: CONNECT_MS });
  // A connection that is lost between two queries: the pool opens another.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
