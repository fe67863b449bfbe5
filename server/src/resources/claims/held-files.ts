import { sql } from 'kysely';
import type { AccountQueries } from '../../store/account-queries.js';
import type { ClaimFiles } from '../../store/claim-tables.js';
import { countAtMost } from '../../store/count-at-most.js';
import { type AskedPage, type Page, readPage } from '../../store/page.js';
import type { Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';
import { lockClaims } from './lock-claims.js';
import { lockUnbegun } from './unbegun-files.js';

// Over all accounts: routes are the operator's, and so are their files that go no further.

/** The condition of the index, word by word. */
const IS_HELD = sql<boolean>`state = 'HELD'`;

/** Files that an operator is to say of what becomes of them, oldest first. @param accountId of one account; default: of all of them. */
export function heldFiles(db: Transaction, page: AskedPage, accountId?: string): Promise<Page<ClaimFiles>> {
  let query = db.selectFrom('claim_files').selectAll().where(IS_HELD);
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  return readPage(query, ['created_at', 'id'], page);
}

/** How many there are. @param most as far as they are counted. */
export function countHeldFiles(db: Transaction, most: number): Promise<number> {
  return countAtMost(db, sql`select 1 from claim_files where ${IS_HELD}`, most);
}

/**
 * Removes a file of which no byte can have left; its claims, as far as they are of it still, wait for another. In the order in which others lock them: the claims, then the file.
 * @returns whether it was such.
 */
export async function dissolveFile(queries: AccountQueries, id: string, now: number): Promise<boolean> {
  const items = queries.from('claim_file_items').select('claim_id').where('file_id', '=', id);
  const ids = (await items.execute()).map(({ claim_id }) => claim_id);
  await lockClaims(queries, ids);
  if (!(await lockUnbegun(queries, [id])).has(id)) return false;
  await queries.delete('claim_files').where('id', '=', id).execute();
  await queries.delete('claim_file_items').where('file_id', '=', id).execute();
  await queries
    .update('claims')
    .set({ file_id: null, updated_at: now })
    .where('id', 'in', listOf(queries.tx, ids))
    .where('file_id', '=', id)
    .execute();
  return true;
}
