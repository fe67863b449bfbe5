import type { AccountQueries } from '../../store/account-queries.js';
import { LOCK } from '../../store/lock-row.js';
import type { Connections } from '../../store/tables.js';

/** Reads a connection and locks it, as {@link LOCK} says: before something refers to it, and before it is deleted. */
export function lockConnection(queries: AccountQueries, id: string): Promise<Connections | undefined> {
  return queries.update('connections').set(LOCK).where('id', '=', id).returningAll().executeTakeFirst();
}
