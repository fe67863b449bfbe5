import { AccountQueries } from '../../src/store/account-queries.js';
import type { Store } from '../../src/store/store.js';

/** Adds an account, which rows of most tables must belong to. */
export async function addAccount(store: Store, id = 'account-1'): Promise<string> {
  await store.write((tx) => tx.insertInto('accounts').values({ id, name: id, limits: '{}', created_at: 0 }).execute());
  return id;
}

/** A transaction on the rows of an account. */
export function writeAs<Result>(
  store: Store,
  accountId: string,
  work: (queries: AccountQueries) => Promise<Result>,
): Promise<Result> {
  return store.write((tx) => work(new AccountQueries(tx, accountId)));
}

/** Queries on the rows of an account. */
export function readAs<Result>(
  store: Store,
  accountId: string,
  work: (queries: AccountQueries) => Promise<Result>,
): Promise<Result> {
  return store.read((db) => work(new AccountQueries(db, accountId)));
}
