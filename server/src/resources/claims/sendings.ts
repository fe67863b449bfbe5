import type { AccountQueries } from '../../store/account-queries.js';
import type { ClaimFileItems, ClaimFiles } from '../../store/claim-tables.js';

/** A file that a claim went in, and where it stands there. */
export interface ClaimSendingRow
  extends Pick<ClaimFileItems, 'sending' | 'file_id' | 'set_number' | 'transaction_id'>,
    Pick<ClaimFiles, 'route_id' | 'state' | 'interchange_number' | 'failure' | 'sent_at' | 'created_at'> {}

/** The files of a claim, its first sending first: one that was sent again has been in several. */
export function sendingsOf(queries: AccountQueries, claimId: string): Promise<readonly ClaimSendingRow[]> {
  return queries
    .from('claim_file_items')
    .innerJoin('claim_files as file', 'file.id', 'claim_file_items.file_id')
    .select(['claim_file_items.sending', 'claim_file_items.file_id', 'claim_file_items.set_number'])
    .select(['claim_file_items.transaction_id', 'file.route_id', 'file.state', 'file.interchange_number'])
    .select(['file.failure', 'file.sent_at', 'file.created_at'])
    .where('claim_file_items.claim_id', '=', claimId)
    .orderBy('file.created_at')
    .orderBy('file.id')
    .execute();
}
