import type { AccountQueries } from '../../store/account-queries.js';
import { isOfShownFile } from './unshown.js';

/** Of a value that more transactions are known by, the newest count. */
const MOST_TRANSACTIONS = 1000;

/** Ids of the files whose transactions are known by a value: the number of an order, invoice or claim. */
export async function filesKnownBy(queries: AccountQueries, value: string): Promise<readonly string[]> {
  const rows = await queries
    .from('business_identifiers')
    .innerJoin('transactions', 'transactions.id', 'business_identifiers.transaction_id')
    .select('transactions.execution_id')
    .where('business_identifiers.value', '=', value)
    .where(isOfShownFile(queries))
    .orderBy('business_identifiers.created_at', 'desc')
    .orderBy('business_identifiers.transaction_id', 'desc')
    .limit(MOST_TRANSACTIONS)
    .execute();
  return [...new Set(rows.map(({ execution_id }) => execution_id))];
}
