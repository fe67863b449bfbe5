import type { AccountQueries } from '../../store/account-queries.js';

/** Groups of fragments for a guide that have not been sent, up to a hundred: what stands against deleting the guide. */
export function openGroupsFor(queries: AccountQueries, guideId: string): Promise<readonly { readonly id: string }[]> {
  return queries
    .from('fragment_groups')
    .select('id')
    .where('guide_id', '=', guideId)
    .where('execution_id', 'is', null)
    .limit(100)
    .execute();
}
