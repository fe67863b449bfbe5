import { KeyUses } from '../../accounts/key-uses.js';
import type { Caller } from '../../caller.js';
import type { Clock } from '../../clock.js';
import { Gatherer } from '../../gatherer.js';
import type { Secrets } from '../../secrets/secrets.js';
import { AccountQueries } from '../../store/account-queries.js';
import type { S3Keys } from '../../store/bucket-tables.js';
import type { Store, Transaction } from '../../store/store.js';
import { listOf } from '../../store/value-list.js';
import { readBuckets } from './columns.js';
import { secretOf } from './secret-place.js';

/** What a request that is signed with a key pair may do. */
export interface KnownS3Key {
  /** Its id is the access key id. */
  readonly caller: Caller;
  readonly access: S3Keys['access'];
  /** `undefined`: all of its mode. */
  readonly buckets: ReadonlySet<string> | undefined;
  readonly secret: string;
  /** Milliseconds since 1970; `undefined`: it does not expire. */
  readonly expiresAt: number | undefined;
}

interface Needs {
  readonly store: Store;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

interface Kept {
  readonly key: KnownS3Key;
  readonly readAt: number;
}

/** For so long a process relies on what it has read of a key: after this, all processes refuse one that was deleted. */
const TRUST_MS = 1000;
/** Keys that are remembered at most; one more, and all are forgotten. */
const MAX_KEPT = 10_000;
/** Keys that one statement looks up. */
const MAX_TOGETHER = 100;

/** Finds key pairs by their ids, and remembers for a moment what it has read. Those that are asked for at the same time are read together. */
export class KnownS3Keys {
  readonly #needs: Needs;
  readonly #uses: KeyUses;
  readonly #kept = new Map<string, Kept>();
  readonly #gathered: Gatherer<string, KnownS3Key | undefined>;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#uses = new KeyUses(needs, writeUses);
    this.#gathered = new Gatherer((take) => needs.store.read((db) => readKeys(needs, db, take())), {
      most: MAX_TOGETHER,
    });
  }

  /** @returns `undefined` for a key that there is not, or that was deleted or has expired. @throws where its secret cannot be opened. */
  async find(id: string): Promise<KnownS3Key | undefined> {
    const now = this.#needs.clock.now();
    const kept = this.#kept.get(id);
    const key = kept !== undefined && now - kept.readAt < TRUST_MS ? kept.key : await this.#read(id, now);
    return key?.expiresAt !== undefined && key.expiresAt <= now ? undefined : key;
  }

  /** A request with this key was let in: that is written down as its last use, within a minute, and nobody waits for it. */
  used({ caller }: KnownS3Key): void {
    this.#uses.add(caller.keyId);
  }

  async #read(id: string, now: number): Promise<KnownS3Key | undefined> {
    const key = await this.#gathered.add(id);
    if (key === undefined) this.#kept.delete(id);
    else {
      if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
      this.#kept.set(id, { key, readAt: now });
    }
    return key;
  }
}

/** Over all accounts, as it is the key that says which account a request is of. */
async function readKeys({ secrets }: Needs, db: Transaction, ids: readonly string[]) {
  const rows = await db.selectFrom('s3_keys').selectAll().where('id', 'in', listOf(db, ids)).execute();
  const read: Promise<KnownS3Key | undefined>[] = [];
  for (const id of ids) {
    const row = rows.find((one) => one.id === id);
    const key = row === undefined ? Promise.resolve(undefined) : knownKey(secrets, db, row);
    // One after the other, as a transaction is one connection. An error goes to whoever has asked for that key, not to the others.
    await key.catch(() => undefined);
    read.push(key);
  }
  return read;
}

async function knownKey(secrets: Secrets, db: Transaction, row: S3Keys): Promise<KnownS3Key | undefined> {
  const secret = await secrets.get(new AccountQueries(db, row.account_id), secretOf(row.id));
  if (secret === undefined) return undefined;
  const buckets = readBuckets(row.buckets);
  return {
    caller: { accountId: row.account_id, keyId: row.id, mode: row.mode },
    access: row.access,
    buckets: buckets && new Set(buckets),
    secret,
    expiresAt: row.expires_at === null ? undefined : Number(row.expires_at),
  };
}

async function writeUses(tx: Transaction, ids: readonly string[], now: number, before: number): Promise<void> {
  await tx
    .updateTable('s3_keys')
    .set({ last_used_at: now })
    .where('id', 'in', listOf(tx, ids))
    .where((key) => key.or([key('last_used_at', 'is', null), key('last_used_at', '<=', before)]))
    .execute();
}
