import { oldestAccounts } from '../../accounts/accounts.js';
import { Problem } from '../../problems.js';
import { AccountQueries } from '../../store/account-queries.js';
import { makeSetting, readSetting } from '../../store/settings.js';
import type { Store, Transaction } from '../../store/store.js';

/** Says which account's rows the secrets and the audit of routes are: the routes are the operator's, but these rows are of an account. */
const SETTING = 'payer-routes';

/** Queries on the rows that routes have in tables of accounts. @returns `undefined` while there is neither route nor account. */
export async function findRouteQueries(db: Transaction): Promise<AccountQueries | undefined> {
  const accountId = await readSetting(db, SETTING);
  return accountId === undefined ? undefined : new AccountQueries(db, accountId);
}

/** The same, decided once: the oldest account. @throws Problem `conflict` where there is none. */
export async function routeQueries(tx: Transaction): Promise<AccountQueries> {
  const known = await findRouteQueries(tx);
  if (known !== undefined) return known;
  const [oldest] = await oldestAccounts(tx, 1);
  if (oldest === undefined)
    throw new Problem('conflict', 'There is no account yet. Start the server once, or create an account.');
  await makeSetting(tx, SETTING, oldest);
  return (await findRouteQueries(tx)) ?? new AccountQueries(tx, oldest);
}

/** Id of that account, outside of any transaction. @throws Problem `conflict` where there is none. */
export async function routeAccountId(store: Store): Promise<string> {
  const known = await store.read((db) => findRouteQueries(db));
  return (known ?? (await store.write((tx) => routeQueries(tx)))).accountId;
}
