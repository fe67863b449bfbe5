import type { AccountQueries } from '../../store/account-queries.js';
import { LOCK } from '../../store/lock-row.js';
import type { Guides } from '../../store/tables.js';

/**
 * Reads a guide and locks it, as {@link LOCK} says: before a setting or an overlay refers to it, and before it is deleted.
 * @param id a ULID.
 */
export function lockGuide(queries: AccountQueries, id: string): Promise<Guides | undefined> {
  return queries.update('guides').set(LOCK).where('id', '=', id).returningAll().executeTakeFirst();
}
