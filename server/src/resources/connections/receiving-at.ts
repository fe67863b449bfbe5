import type { AccountQueries } from '../../store/account-queries.js';
import type { Connections } from '../../store/tables.js';
import { listOf } from '../../store/value-list.js';

/** The enabled connections over which files come in that are put into one of these places, by the place. */
export async function connectionsReceivingAt(
  queries: AccountQueries,
  places: readonly string[],
): Promise<ReadonlyMap<string, Connections>> {
  const rows = await queries
    .from('connections')
    .selectAll()
    .where('inbound_place', 'in', listOf(queries.tx, places))
    .where('enabled', '=', 1)
    .execute();
  return new Map(rows.map((row) => [row.inbound_place ?? '', row]));
}
