import type { ClaimState } from 'ediloom/claims';
import type { AccountQueries } from '../../store/account-queries.js';

/** Whether there is a claim whose last sending this file is, and of which the payer has said no more than that it is there. */
export function hasUnanswered(queries: AccountQueries, fileId: string): Promise<boolean> {
  return hasClaim(queries, fileId, ['QUEUED', 'DELIVERED', 'RECEIVED']);
}

/** Whether the payer has said something of a claim whose last sending this file is, though nobody has told it that it was handed over. */
export function wasAnswered(queries: AccountQueries, fileId: string): Promise<boolean> {
  return hasClaim(queries, fileId, ['RECEIVED', 'ACCEPTED', 'IN_ADJUDICATION', 'REJECTED']);
}

async function hasClaim(queries: AccountQueries, fileId: string, states: readonly ClaimState[]): Promise<boolean> {
  const claim = await queries
    .from('claim_file_items')
    .innerJoin('claims', (join) =>
      join
        .onRef('claims.id', '=', 'claim_file_items.claim_id')
        .onRef('claims.account_id', '=', 'claim_file_items.account_id'),
    )
    .select('claims.id')
    .where('claim_file_items.file_id', '=', fileId)
    .where('claims.file_id', '=', fileId)
    .where('claims.state', 'in', states)
    .limit(1)
    .executeTakeFirst();
  return claim !== undefined;
}
