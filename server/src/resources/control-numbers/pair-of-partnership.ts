import type { AccountQueries } from '../../store/account-queries.js';
import { findPartnership } from '../partnerships/rows.js';
import { findProfile } from '../profiles/rows.js';
import type { InterchangePair } from './control-number-table.js';

/**
 * Whose counters a partnership's outbound interchanges take numbers from. Partnerships of the same pair share them, as the partner
 * sees nothing but the pair.
 * @throws Problem `not-found`.
 */
export async function pairOfPartnership(queries: AccountQueries, partnershipId: string): Promise<InterchangePair> {
  const { local_profile_id, partner_profile_id } = await findPartnership(queries, partnershipId);
  const sender = await findProfile(queries, local_profile_id);
  const receiver = await findProfile(queries, partner_profile_id);
  return {
    senderQualifier: sender.interchange_qualifier,
    senderId: sender.interchange_id,
    receiverQualifier: receiver.interchange_qualifier,
    receiverId: receiver.interchange_id,
  };
}
