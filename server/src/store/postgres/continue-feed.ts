import { sql } from 'kysely';
import type { Transaction } from '../store.js';

/** Room for transactions that were under way when the newest rows were written. */
const MARGIN = 1_000_000;
const NEWEST = 1000;

/**
 * The feed is ordered by numbers of transactions, which begin anew in a database that was restored from a dump. What is added to
 * them then keeps the order, and with it the places up to which clients have read.
 */
export async function continueFeed(tx: Transaction): Promise<void> {
  const newest = tx.selectFrom('feed').select('xid').orderBy('position', 'desc').limit(NEWEST).as('newest');
  const { last } = await tx
    .selectFrom(newest)
    // Of entries that were removed there are marks.
    .select((all) => sql<number | null>`greatest(${all.fn.max('xid')}, (select max(xid) from feed_marks))`.as('last'))
    .executeTakeFirstOrThrow();
  if (last === null) return;
  const { next } = await tx
    .selectNoFrom(sql<number>`${feedOffset} + pg_snapshot_xmax(pg_current_snapshot())::text::bigint`.as('next'))
    .executeTakeFirstOrThrow();
  if (last < next) return;
  const value = String(last + MARGIN);
  await tx
    .insertInto('settings')
    .values({ name: 'feed-offset', value })
    .onConflict((there) => there.column('name').doUpdateSet({ value }))
    .execute();
}

/** What is added to the number of a transaction; 0 unless the database was restored. */
export const feedOffset = sql<number>`coalesce((select value::bigint from settings where name = 'feed-offset'), 0)`;
