import type { AccountQueries } from '../../store/account-queries.js';
import { LOCK } from '../../store/lock-row.js';
import type { Partnerships } from '../../store/tables.js';

/**
 * Reads a partnership and locks it, as {@link LOCK} says: before it gets a connection or a setting, and before it is
 * changed or deleted.
 */
export function lockPartnership(queries: AccountQueries, id: string): Promise<Partnerships | undefined> {
  return queries.update('partnerships').set(LOCK).where('partnership_id', '=', id).returningAll().executeTakeFirst();
}
