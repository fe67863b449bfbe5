import type { AccountQueries } from '../../store/account-queries.js';
import { LOCK } from '../../store/lock-row.js';
import type { TransactionSettings } from '../../store/tables.js';

/**
 * Reads a setting of either direction and locks it, as {@link LOCK} says: before a group of staged transactions refers to it, and
 * before it is deleted.
 */
export function lockSetting(
  queries: AccountQueries,
  partnershipId: string,
  id: string,
): Promise<TransactionSettings | undefined> {
  return queries
    .update('transaction_settings')
    .set(LOCK)
    .where('partnership_id', '=', partnershipId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}
