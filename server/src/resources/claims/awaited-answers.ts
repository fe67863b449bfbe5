import type { AccountQueries } from '../../store/account-queries.js';
import type { ClaimFiles } from '../../store/claim-tables.js';

/** What whoever looks for answers to a file needs of it. */
export type AwaitedFile = Pick<ClaimFiles, 'id' | 'account_id' | 'route_id' | 'type' | 'sent_at' | 'created_at'>;

export function awaitedFile(queries: AccountQueries, fileId: string): Promise<AwaitedFile | undefined> {
  return queries
    .from('claim_files')
    .select(['id', 'account_id', 'route_id', 'type', 'sent_at', 'created_at'])
    .where('id', '=', fileId)
    .executeTakeFirst();
}

/** Whether there is a claim whose last sending this file is, and of which the payer has said no more than that it is there. */
export async function hasUnanswered(queries: AccountQueries, fileId: string): Promise<boolean> {
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
    .where('claims.state', 'in', ['QUEUED', 'DELIVERED', 'RECEIVED'])
    .limit(1)
    .executeTakeFirst();
  return claim !== undefined;
}
