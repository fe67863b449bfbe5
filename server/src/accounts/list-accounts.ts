import { isoTime } from '../clock.js';
import { notFound } from '../problems.js';
import { AccountQueries } from '../store/account-queries.js';
import type { Transaction } from '../store/store.js';
import { type AccountLimits, readLimits } from './limits.js';

export interface ListedAccount {
  readonly id: string;
  readonly name: string;
  readonly limits: AccountLimits;
  readonly createdAt: string;
}

/** Accounts are few, and the operator's: they are listed at once. */
export async function listAccounts(db: Transaction): Promise<readonly ListedAccount[]> {
  const rows = await db.selectFrom('accounts').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.map(({ id, name, limits, created_at }) => ({
    id,
    name,
    limits: readLimits(limits),
    createdAt: isoTime(Number(created_at)),
  }));
}

/** Queries of an account that the operator names. @throws Problem `not-found`. */
export async function queriesOf(tx: Transaction, accountId: string): Promise<AccountQueries> {
  const row = await tx.selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst();
  if (row === undefined) throw notFound('account');
  return new AccountQueries(tx, accountId);
}
