import { type SqlBool, sql } from 'kysely';
import { type AccountQueries, readRows } from '../store/account-queries.js';
import type { Store } from '../store/store.js';
import { listOf } from '../store/value-list.js';
import type { Job } from './job.js';

/** Of one transaction. */
const MOST = 500;

/**
 * Takes away jobs that wait in the lane of one that is under way, and are of its kind: for kinds whose every job does all there is to do. What
 * they were written down with is committed, so that the one under way meets it if it looks after this. At most 500: the others come to the same.
 */
export async function dropBehind(store: Store, { id, accountId, kind, lane = '' }: Job): Promise<void> {
  const waiting = (queries: AccountQueries) =>
    queries
      .from('jobs')
      .select('id')
      .where('lane', '=', lane)
      // The words of the index.
      .where(sql<SqlBool>`state <> 'failed'`)
      .where('kind', '=', kind)
      .where('id', '<>', id)
      .limit(MOST)
      .execute();
  const rows = await readRows(store, accountId, waiting);
  if (rows.length === 0) return;
  await store.write(async (tx) => {
    // Those that were taken meanwhile stay.
    await sql`delete from jobs where id in ${listOf(
      tx,
      rows.map((row) => row.id),
    )} and state in ('waiting', 'parked')`.execute(tx);
  });
}
