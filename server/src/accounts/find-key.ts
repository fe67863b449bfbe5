import type { Caller } from '../caller.js';
import { type AddressCheck, withinNetworks } from '../http/networks.js';
import type { AccountQueries } from '../store/account-queries.js';
import type { Transaction } from '../store/store.js';
import { listOf } from '../store/value-list.js';
import { readLimits, readNames } from './columns.js';
import type { AccountLimits } from './limits.js';

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
  const rows = await goodKeys(db, now).where('api_keys.hash', 'in', listOf(db, hashes)).execute();
  return new Map(rows.map((row) => [row.hash, knownKey(row)]));
}

/** Keys that certificates with these fingerprints stand for, by fingerprint. One that is not good yet, or no more, stands for none. */
export async function findCertifiedKeys(
  db: Transaction,
  fingerprints: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, KnownKey>> {
  const rows = await goodKeys(db, now)
    .innerJoin('client_certificates', (join) =>
      join
        .onRef('client_certificates.account_id', '=', 'api_keys.account_id')
        .onRef('client_certificates.key_id', '=', 'api_keys.id'),
    )
    .select('client_certificates.fingerprint')
    .where('client_certificates.fingerprint', 'in', listOf(db, fingerprints))
    .where('client_certificates.not_before', '<=', now)
    .where('client_certificates.not_after', '>', now)
    .execute();
  return new Map(rows.map((row) => [row.fingerprint, knownKey(row)]));
}

/** Whether a key of an account is there, and has not expired. */
export async function isGoodKey(queries: AccountQueries, id: string, now: number): Promise<boolean> {
  const row = await queries.from('api_keys').select('expires_at').where('id', '=', id).executeTakeFirst();
  return row !== undefined && (row.expires_at === null || Number(row.expires_at) > now);
}

/** Over all accounts by its nature: it is the key that names the account. */
function goodKeys(db: Transaction, now: number) {
  return db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .selectAll('api_keys')
    .select('accounts.limits')
    .where((key) => key.or([key('api_keys.expires_at', 'is', null), key('api_keys.expires_at', '>', now)]));
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof goodKeys>['executeTakeFirstOrThrow']>>;

function knownKey(row: KeyRow): KnownKey {
  return {
    caller: { accountId: row.account_id, keyId: row.id, mode: row.mode },
    scopes: readNames(row.scopes),
    allows: withinNetworks(readNames(row.cidrs)),
    limits: readLimits(row.limits),
  };
}
