import type { Caller } from '../../caller.js';
import type { AccountQueries } from '../../store/account-queries.js';
import { LOCK } from '../../store/lock-row.js';
import type { Mappings } from '../../store/tables.js';

/** Reads a mapping and locks it, as {@link LOCK} says: before a destination refers to it, and before it is deleted. */
export function lockMapping(
  queries: AccountQueries,
  { mode }: Pick<Caller, 'mode'>,
  id: string,
): Promise<Mappings | undefined> {
  const seen = queries.update('mappings').where('mode', '=', mode);
  return seen.set(LOCK).where('id', '=', id).returningAll().executeTakeFirst();
}
