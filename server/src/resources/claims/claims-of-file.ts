import type { AccountQueries } from '../../store/account-queries.js';
import type { Claims } from '../../store/claim-tables.js';

/** A claim that went in a file, and whether that was its last. */
export interface ClaimOfFile extends Pick<Claims, 'id' | 'state' | 'file_id'> {
  readonly place: number;
}

/** Claims of a file in their order. @param after the place behind which they stand; 0: from the first. */
export function claimsOfFile(
  queries: AccountQueries,
  fileId: string,
  { after, most }: { readonly after: number; readonly most: number },
): Promise<readonly ClaimOfFile[]> {
  return queries
    .from('claim_file_items')
    .innerJoin('claims as claim', 'claim.id', 'claim_file_items.claim_id')
    .select(['claim.id', 'claim.state', 'claim.file_id', 'claim_file_items.place'])
    .where('claim_file_items.file_id', '=', fileId)
    .where('claim_file_items.place', '>', after)
    .orderBy('claim_file_items.place')
    .limit(most)
    .execute();
}
