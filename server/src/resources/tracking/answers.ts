import type { AccountQueries, OwnRow } from '../../store/account-queries.js';
import type { Acknowledgments } from '../../store/exchange-tables.js';
import { insertRows, type Replacing } from '../../store/insert-rows.js';
import { listOf } from '../../store/value-list.js';

/** What is said again is not kept again. */
const ONCE: Replacing = { key: ['sent_group_id', 'said'], columns: [] };

/** Keeps what partners have said; what the same interchange has said before, when its file was processed the last time, is there already. */
export function insertAcknowledgments(
  queries: AccountQueries,
  rows: readonly OwnRow<'acknowledgments'>[],
): Promise<void> {
  return insertRows(queries, 'acknowledgments', rows, ONCE);
}

/** What partners have said of groups, oldest first. @param most of them; the newest are left out. */
export function answersOf(
  queries: AccountQueries,
  groupIds: readonly string[],
  most: number,
): Promise<readonly Acknowledgments[]> {
  return queries
    .from('acknowledgments')
    .selectAll()
    .where('sent_group_id', 'in', listOf(queries.tx, groupIds))
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute();
}
