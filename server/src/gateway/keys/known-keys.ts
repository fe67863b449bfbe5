import { BlockList, isIPv6 } from 'node:net';
import { type AccountLimits, readLimits } from '../../accounts/limits.js';
import type { Caller } from '../../caller.js';
import type { Clock } from '../../clock.js';
import type { Store } from '../../store/store.js';
import type { ApiKeys } from '../../store/tables.js';

/** A key as requests are held against it. */
export interface KnownKey {
  readonly caller: Caller;
  /** `undefined`: all. */
  readonly scopes: readonly string[] | undefined;
  /** Whether requests may come from an address. */
  readonly allows: (address: string) => boolean;
  readonly limits: AccountLimits;
}

/** How long a process relies on what it has read of a key: a deleted one is refused by all processes after this. */
const TRUST_MS = 1000;
const MAX_KEPT = 10_000;

interface Kept {
  readonly key: KnownKey;
  readonly readAt: number;
}

/** Finds keys by their hash. */
export class KnownKeys {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Whether this process has seen the key to be a good one. */
  has(hash: string): boolean {
    return this.#kept.has(hash);
  }

  async find(hash: string): Promise<KnownKey | undefined> {
    const kept = this.#kept.get(hash);
    const now = this.#clock.now();
    if (kept !== undefined && now - kept.readAt < TRUST_MS) return kept.key;
    const key = await this.#read(hash);
    if (key === undefined) this.#kept.delete(hash);
    else this.#keep(hash, { key, readAt: now });
    return key;
  }

  /** What was read is read again: keys or limits have changed in this process. */
  forget(): void {
    this.#kept.clear();
  }

  #keep(hash: string, kept: Kept): void {
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
    this.#kept.set(hash, kept);
  }

  async #read(hash: string): Promise<KnownKey | undefined> {
    // Over all accounts by its nature: the key tells the account.
    const row = await this.#store.read((db) =>
      db
        .selectFrom('api_keys')
        .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
        .selectAll('api_keys')
        .select('accounts.limits')
        .where('api_keys.hash', '=', hash)
        .executeTakeFirst(),
    );
    return row && knownKey(row);
  }
}

function knownKey(row: ApiKeys & { readonly limits: string }): KnownKey {
  return {
    caller: { accountId: row.account_id, keyId: row.id, mode: row.mode },
    // Written by `create-key`, which checks both.
    scopes: row.scopes === null ? undefined : (JSON.parse(row.scopes) as readonly string[]),
    allows: row.cidrs === null ? () => true : withinNetworks(JSON.parse(row.cidrs) as readonly string[]),
    limits: readLimits(row.limits),
  };
}

function withinNetworks(cidrs: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', bits = ''] = cidr.split('/');
    list.addSubnet(network, Number(bits), isIPv6(network) ? 'ipv6' : 'ipv4');
  }
  return (address) => {
    const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
    return list.check(mapped, isIPv6(mapped) ? 'ipv6' : 'ipv4');
  };
}
