import { sql } from 'kysely';
import type { ClaimFiles } from '../../store/claim-tables.js';
import { countAtMost } from '../../store/count-at-most.js';
import { type AskedPage, type Page, readPage } from '../../store/page.js';
import type { Transaction } from '../../store/store.js';

// Over all accounts: routes are the operator's, and so are their files that go no further.

/** Word by word the condition of the index. Such a file is followed: once its execution is retried, or it was answered, it goes on. */
const IS_UNDELIVERED = sql<boolean>`state = 'WRITTEN' and failure = 'not-delivered'`;

/** Files whose execution has failed or was set aside, oldest first. @param accountId whose claims are in them; default: of all accounts. */
export function undeliveredFiles(db: Transaction, page: AskedPage, accountId?: string): Promise<Page<ClaimFiles>> {
  let query = db.selectFrom('claim_files').selectAll().where(IS_UNDELIVERED);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  return readPage(query, ['created_at', 'id'], page);
}

/** How many there are. @param most as far as they are counted. */
export function countUndeliveredFiles(db: Transaction, most: number): Promise<number> {
  return countAtMost(db, sql`select 1 from claim_files where ${IS_UNDELIVERED}`, most);
}
