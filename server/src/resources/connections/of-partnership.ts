import type { AccountQueries } from '../../store/account-queries.js';
import type { Connections } from '../../store/tables.js';

/** Connections of a partnership, up to a hundred: what stands against deleting it. */
export function connectionsOfPartnership(
  queries: AccountQueries,
  partnershipId: string,
): Promise<readonly Pick<Connections, 'id' | 'name'>[]> {
  return queries
    .from('connections')
    .select(['id', 'name'])
    .where('partnership_id', '=', partnershipId)
    .limit(100)
    .execute();
}
