import type { AccountQueries } from '../../store/account-queries.js';
import { LOCK } from '../../store/lock-row.js';
import type { Profiles } from '../../store/tables.js';

/** Reads a profile and locks it, as {@link LOCK} says: before it gets a partnership, and before it is changed or deleted. */
export function lockProfile(queries: AccountQueries, id: string): Promise<Profiles | undefined> {
  return queries.update('profiles').set(LOCK).where('profile_id', '=', id).returningAll().executeTakeFirst();
}
