import type { AccountQueries } from '../../store/account-queries.js';
import type { EligibilityBatches } from '../../store/batch-tables.js';

/** The newest batches of an account, for the operator. */
export function newestBatches(queries: AccountQueries, most: number): Promise<readonly EligibilityBatches[]> {
  return queries
    .from('eligibility_batches')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}
