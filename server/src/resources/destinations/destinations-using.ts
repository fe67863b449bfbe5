import type { AccountQueries } from '../../store/account-queries.js';

/** Ids of the destinations whose bodies a mapping makes. */
export async function destinationsUsing(queries: AccountQueries, mappingId: string): Promise<readonly string[]> {
  const rows = await queries.from('destinations').select('id').where('mapping_id', '=', mappingId).execute();
  return rows.map(({ id }) => id);
}
