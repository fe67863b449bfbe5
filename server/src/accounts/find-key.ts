import type { Caller } from '../caller.js';
import type { Transaction } from '../store/store.js';
import { readLimits, readNames } from './columns.js';
import type { AccountLimits } from './limits.js';
import { type AddressCheck, withinNetworks } from './source-networks.js';

/** What a request with a key may do. */
export interface KnownKey {
  readonly caller: Caller;
  /** `undefined`: all. */
  readonly scopes: readonly string[] | undefined;
  /** Whether requests may come from an address. */
  readonly allows: AddressCheck;
  /** Of the account. */
  readonly limits: AccountLimits;
}

/** The key with this hash, and the limits of its account. @returns `undefined` for a key that there never was, or is no more. */
export async function findKey(db: Transaction, hash: string): Promise<KnownKey | undefined> {
  // Over all accounts by its nature: it is the key that names the account.
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .selectAll('api_keys')
    .select('accounts.limits')
    .where('api_keys.hash', '=', hash)
    .executeTakeFirst();
  return (
    row && {
      caller: { accountId: row.account_id, keyId: row.id, mode: row.mode },
      scopes: readNames(row.scopes),
      allows: withinNetworks(readNames(row.cidrs)),
      limits: readLimits(row.limits),
    }
  );
}
