import type { AccountQueries } from '../../store/account-queries.js';

import type { SentGroups } from '../../store/exchange-tables.js';

/** Groups that were sent under a number, the newest first. @param by ISA13 or GS06. */
export function sentUnder(
  queries: AccountQueries,
  by: 'interchange_number' | 'group_number',
  number: number,
  most: number,
): Promise<readonly SentGroups[]> {
  return queries
    .from('sent_groups')
    .selectAll()
    .where(by, '=', number)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** The groups of a file that was sent, in its order. */
export function sentGroupsOf(queries: AccountQueries, executionId: string): Promise<readonly SentGroups[]> {
  return queries.from('sent_groups').selectAll().where('execution_id', '=', executionId).orderBy('place').execute();
}
