import type { Pool } from 'pg';
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
}

function unfit(why: string): StoreError {
  return new StoreError('unavailable', `The database of DATABASE_URL ${why}`);
}
