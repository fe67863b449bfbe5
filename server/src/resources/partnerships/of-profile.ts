import type { AccountQueries } from '../../store/account-queries.js';

/** Ids of partnerships that a profile is a side of; at most 100, which is enough to say what stands in the way of its deletion. */
export async function partnershipsOfProfile(queries: AccountQueries, profileId: string): Promise<readonly string[]> {
  const partnerships = await queries
    .from('partnerships')
    .select('partnership_id')
    .where((is) => is.or([is('local_profile_id', '=', profileId), is('partner_profile_id', '=', profileId)]))
    .limit(100)
    .execute();
  return partnerships.map(({ partnership_id }) => partnership_id);
}
