import type { AccountQueries } from '../../store/account-queries.js';
import { LOCK } from '../../store/lock-row.js';
import type { Mappings } from '../../store/tables.js';

/** Reads a mapping and locks it, as {@link LOCK} says: before a destination refers to it, and before it is deleted. */
export function lockMapping(queries: AccountQueries, id: string): Promise<Mappings | undefined> {
  return queries.update('mappings').set(LOCK).where('id', '=', id).returningAll().executeTakeFirst();
}
