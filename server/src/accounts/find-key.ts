import type { Caller } from '../caller.js';
import type { Transaction } from '../store/store.js';
import { listOf } from '../store/value-list.js';
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

/**
 * Keys with these hashes, and the limits of their accounts, by hash. One that there never was, or is no more, is not among them.
 * @param now milliseconds since 1970: keys that have expired by then are no more.
 */
export async function findKeys(
  db: Transaction,
  hashes: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, KnownKey>> {
  // Over all accounts by its nature: it is the key that names the account.
  const rows = await db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .selectAll('api_keys')
    .select('accounts.limits')
    .where('api_keys.hash', 'in', listOf(db, hashes))
    .where((key) => key.or([key('api_keys.expires_at', 'is', null), key('api_keys.expires_at', '>', now)]))
    .execute();
  const known = rows.map((row): [string, KnownKey] => [
    row.hash,
    {
      caller: { accountId: row.account_id, keyId: row.id, mode: row.mode },
      scopes: readNames(row.scopes),
      allows: withinNetworks(readNames(row.cidrs)),
      limits: readLimits(row.limits),
    },
  ]);
  return new Map(known);
}
