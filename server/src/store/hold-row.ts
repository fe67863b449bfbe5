import type { AccountQueries } from './account-queries.js';
import type { Guides, Partnerships } from './tables.js';

/**
 * Reads a row and keeps others from deleting or holding it until the transaction ends, so that what is checked stays so: an update
 * that changes nothing, which both databases take for a lock. Not in `read`.
 */
export async function holdGuide(queries: AccountQueries, id: string): Promise<Guides | undefined> {
  return queries
    .update('guides')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** As {@link holdGuide}. */
export async function holdPartnership(queries: AccountQueries, id: string): Promise<Partnerships | undefined> {
  return queries
    .update('partnerships')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('partnership_id', '=', id)
    .returningAll()
    .executeTakeFirst();
}
