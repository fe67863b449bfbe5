import type { AccountQueries } from '../../store/account-queries.js';
import type { Connections } from '../../store/tables.js';
import { listOf } from '../../store/value-list.js';

/** Names of the kinds of connections, by their ids. */
export async function kindNamesOf(
  queries: AccountQueries,
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, Connections['kind']>> {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'string'))];
  if (wanted.length === 0) return new Map();
  const rows = await queries
    .from('connections')
    .select(['id', 'kind'])
    .where('id', 'in', listOf(queries.tx, wanted))
    .execute();
  return new Map(rows.map(({ id, kind }) => [id, kind]));
}
