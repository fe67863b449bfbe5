import type { AccountQueries } from '../../store/account-queries.js';

/** Groups of a setting that have not been sent, up to a hundred: what stands against deleting the setting. */
export function openGroupsOf(
  queries: AccountQueries,
  partnershipId: string,
  settingId: string,
): Promise<readonly { readonly id: string }[]> {
  return queries
    .from('transaction_groups')
    .select('id')
    .where('partnership_id', '=', partnershipId)
    .where('setting_id', '=', settingId)
    .where('execution_id', 'is', null)
    .limit(100)
    .execute();
}
