import type { Transaction } from '../../store/store.js';

// Whose a claim is, is asked before its account is known, so these queries go past `AccountQueries`: for the operator alone.

/** Accounts of claims by their ids, which are unique over all accounts, at most two. Ids that are none are left out. */
export async function ownersOfClaims(db: Transaction, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await db.selectFrom('claims').select('account_id').distinct().where('id', 'in', ids).limit(2).execute();
  return rows.map(({ account_id }) => account_id);
}

/** The account of a file of claims by its id, or none. */
export async function ownersOfFile(db: Transaction, id: string): Promise<readonly string[]> {
  const row = await db.selectFrom('claim_files').select('account_id').where('id', '=', id).executeTakeFirst();
  return row === undefined ? [] : [row.account_id];
}
