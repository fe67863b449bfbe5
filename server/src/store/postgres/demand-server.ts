import type { Pool, PoolClient } from 'pg';
import { StoreError } from '../store.js';

/** Transaction ids that do not wrap around came with PostgreSQL 13. */
const MIN_VERSION = 130_000;

/**
 * Refuses a server that would not keep what the store promises.
 * @throws StoreError `unavailable`.
 */
export async function demandServer(pool: Pool): Promise<void> {
  const { rows } = await pool.query(
    `select current_setting('server_version_num')::int as version, current_setting('synchronous_commit') as commits,
            current_setting('server_encoding') as encoding`,
  );
  // The one row of the query above.
  const { version, commits, encoding } = rows[0] as { version: number; commits: string; encoding: string };
  if (version < MIN_VERSION) throw unfit('is older than PostgreSQL 13. Upgrade it.');
  if (commits === 'off') throw unfit('answers before it has written. Set synchronous_commit to on.');
  if (encoding !== 'UTF8') throw unfit('does not keep Unicode. Create it with encoding UTF8.');
  await demandSessions(pool);
}

/** How often two connections are asked who serves them. */
const ROUNDS = 5;

/**
 * Refuses a pooler that gives each transaction whatever connection is free: names of prepared statements and locks of a session would be
 * those of somebody else. Two connections are served by two processes, always the same ones; by such a pooler they are not.
 */
async function demandSessions(pool: Pool): Promise<void> {
  const clients = [await pool.connect(), await pool.connect()];
  try {
    const seen = clients.map(() => new Set<number>());
    for (let round = 0; round < ROUNDS; round++) {
      for (const [place, client] of clients.entries()) seen[place]?.add(await processOf(client));
    }
    if (seen.every(({ size }) => size === 1) && new Set(seen.flatMap((ids) => [...ids])).size === clients.length)
      return;
  } finally {
    for (const client of clients) client.release();
  }
  throw unfit(
    'is reached through a pooler that changes connections between transactions. Name the server itself, or let the pooler keep a connection for ' +
      'each client (PgBouncer: pool_mode = session).',
  );
}

async function processOf(client: PoolClient): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  // The one row of the query above.
  return Number((rows[0] as { pid: number }).pid);
}

function unfit(why: string): StoreError {
  return new StoreError('unavailable', `The database of DATABASE_URL ${why}`);
}
