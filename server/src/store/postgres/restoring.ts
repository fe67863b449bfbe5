import type { Pool } from 'pg';
import { StoreError } from '../store.js';

/** A table that is there while a restore has not ended: what lies beside it is not whole. */
export const RESTORING = 'restore_under_way';

/** @throws StoreError `unavailable` where a restore was cut off. */
export async function demandRestored(pool: Pool): Promise<void> {
  const { rows } = await pool.query(`select to_regclass('${RESTORING}') is not null as restoring`);
  // The one row of the query above.
  if (!(rows[0] as { readonly restoring: boolean }).restoring) return;
  throw new StoreError(
    'unavailable',
    'A restore into the database of DATABASE_URL has not ended. Run ediloom-server restore again, or give the server another database.',
  );
}
