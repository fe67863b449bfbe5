import type { AccountQueries } from '../../store/account-queries.js';
import type { Destinations } from '../../store/exchange-tables.js';
import { LOCK } from '../../store/lock-row.js';

/** Reads a destination and locks it, as {@link LOCK} says. */
export function lockDestination(queries: AccountQueries, id: string): Promise<Destinations | undefined> {
  return queries.update('destinations').set(LOCK).where('id', '=', id).returningAll().executeTakeFirst();
}
