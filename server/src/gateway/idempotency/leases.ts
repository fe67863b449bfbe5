import { sql } from 'kysely';
import type { Caller } from '../../caller.js';
import { gather } from '../../gather.js';
import type { Platform } from '../../platform.js';
import { AccountQueries } from '../../store/account-queries.js';
import { statement } from '../../store/statement.js';
import type { Transaction } from '../../store/store.js';
import type { Idempotency } from '../../store/tables.js';
import { logError } from '../map-error.js';
import type { Rendered } from '../rendered.js';
import { otherRequest, stillRunning, takenOver } from './idempotency-key.js';
import { sealAnswer, storedAnswer } from './kept-answer.js';

/** How long an answer is kept for repeated requests. */
export const KEEP_MS = 24 * 60 * 60 * 1000;

/** A request that carries an Idempotency-Key. */
export interface KeyedRequest {
  readonly caller: Caller;
  readonly key: string;
  /** SHA-256 over method, path and body. */
  readonly hash: string;
}

/** A key that this request, and no other, works under. */
export interface Claim {
  /** Keeps the answer, in the transaction of what it tells of. @throws ApiError 409 where another request has taken over. */
  complete(queries: AccountQueries, answer: Rendered): Promise<void>;
  /** Gives the key back without an answer, so that the request may be sent again. */
  release(): Promise<void>;
  /** Ends renewal; safe to call at any time. */
  end(): void;
}

/** Deletes answers that are as old as they are kept for. @returns how many; call again while it is `most`. */
export async function purgeAnswers(tx: Transaction, now: number, most: number): Promise<number> {
  // Over all accounts by its nature: age is all that counts.
  const { rows } = await sql`
    delete from idempotency where (account_id, key) in
      (select account_id, key from idempotency where created_at <= ${now - KEEP_MS} limit ${most})
    returning key`.execute(tx);
  return rows.length;
}

const ANYBODY = '*';

/** Keys that are claimed in one commit. */
const MAX_TOGETHER = 50;

const insertClaim = statement<Pick<Idempotency, 'lease'>>(`
  insert into idempotency (account_id, key, request_hash, owner, lease, lease_until, created_at)
  values (?, ?, ?, ?, 1, ?, ?)
  on conflict (account_id, key) do update set
    request_hash = excluded.request_hash, owner = excluded.owner, lease = idempotency.lease + 1,
    lease_until = excluded.lease_until, status = null, headers = null, body = null, master_key_id = null,
    created_at = excluded.created_at
  where idempotency.created_at <= ?
    or (idempotency.status is null and idempotency.request_hash = excluded.request_hash
      and (idempotency.lease_until <= ? or (cast(? as text) <> '${ANYBODY}' and idempotency.owner <> ?)))
  returning lease`);

const completeClaim = statement(`
  update idempotency set status = ?, headers = ?, body = ?, master_key_id = ?
  where account_id = ? and key = ? and owner = ? and lease = ? and status is null`);

/** The lease of a new claim, or the row of another. */
type ClaimRow = { readonly lease: number; readonly until: number } | Idempotency;

function rowKeyOf({ caller, key }: KeyedRequest): string {
  return `${caller.mode}:${key}`;
}

interface Held {
  readonly caller: Caller;
  readonly rowKey: string;
  readonly lease: number;
  until: number;
}

/** The keys that requests of this process work under; their leases are renewed while they run. */
export class Claims {
  readonly #services: Platform;
  readonly #leaseMs: number;
  readonly #held = new Set<Held>();
  readonly #renewal: NodeJS.Timeout;
  /** One commit for all keys that wait for one: it is what a claim costs. */
  readonly #claimTogether = gather<KeyedRequest, ClaimRow>((_, take) => this.#claimAll(take), MAX_TOGETHER);

  constructor(services: Platform) {
    this.#services = services;
    this.#leaseMs = services.config.idempotencyLeaseMs;
    this.#renewal = setInterval(() => this.#renew(), Math.max(10, this.#leaseMs / 6));
    this.#renewal.unref();
  }

  /**
   * Claims a key by a committed row before anything is done.
   * @returns the claim, or the answer that was given before.
   * @throws ApiError 409 while another request runs under the key, 422 where that was another request.
   */
  async claim(request: KeyedRequest): Promise<Claim | { readonly replayed: Rendered }> {
    const { clock, secrets } = this.#services;
    const { caller, hash } = request;
    const outcome = await this.#claimTogether('', request);
    if ('until' in outcome) {
      return this.#hold({ caller, rowKey: rowKeyOf(request), lease: outcome.lease, until: outcome.until });
    }
    if (outcome.request_hash !== hash) throw otherRequest();
    if (outcome.status === null) throw stillRunning(Number(outcome.lease_until) - clock.now());
    return { replayed: storedAnswer(secrets, outcome) };
  }

  /** Ends renewal, and gives back what is still held: the process ends. */
  async close(): Promise<void> {
    clearInterval(this.#renewal);
    await Promise.all([...this.#held].map((held) => this.#release(held)));
  }

  #claimAll(take: () => readonly KeyedRequest[]): Promise<readonly ClaimRow[]> {
    const { store, clock } = this.#services;
    return store.write((tx) => {
      const until = clock.now() + this.#leaseMs;
      return Promise.all(take().map((request) => this.#claimOne(tx, request, until)));
    });
  }

  async #claimOne(tx: Transaction, request: KeyedRequest, until: number): Promise<ClaimRow> {
    const { accountId } = request.caller;
    const rowKey = rowKeyOf(request);
    const lease = await this.#insert(tx, accountId, rowKey, request.hash, until);
    if (lease !== undefined) return { lease, until };
    const own = new AccountQueries(tx, accountId).from('idempotency').selectAll();
    return own.where('key', '=', rowKey).executeTakeFirstOrThrow();
  }

  /** One statement: a new row, or one that is free to be taken. @returns the lease's number, or `undefined`. */
  async #insert(tx: Transaction, accountId: string, key: string, hash: string, until: number) {
    const { clock, store, processId } = this.#services;
    const now = clock.now();
    // One process owns the embedded store, so claims of others are those of dead ones.
    const living = store.dialect === 'sqlite' ? processId : ANYBODY;
    const values = [accountId, key, hash, processId, until, now, now - KEEP_MS, now, living, living];
    const { rows } = await insertClaim(tx, store.dialect, values);
    const [row] = rows;
    return row && Number(row.lease);
  }

  #hold(held: Held): Claim {
    this.#held.add(held);
    return {
      complete: (queries, answer) => this.#complete(held, queries, answer),
      release: () => this.#release(held),
      end: () => this.#held.delete(held),
    };
  }

  async #complete(held: Held, queries: AccountQueries, answer: Rendered): Promise<void> {
    const { secrets, config, processId, store } = this.#services;
    const { accountId } = held.caller;
    const kept = sealAnswer(secrets, config.encryptAtRest, `idempotency ${accountId} ${held.rowKey}`, answer);
    const values = [
      kept.status,
      kept.headers,
      kept.body,
      kept.master_key_id,
      accountId,
      held.rowKey,
      processId,
      held.lease,
    ];
    const { numAffectedRows } = await completeClaim(queries.tx, store.dialect, values);
    if (numAffectedRows === 0n) throw takenOver();
  }

  async #release(held: Held): Promise<void> {
    this.#held.delete(held);
    const { store, log, processId } = this.#services;
    try {
      await store.write(async (tx) => {
        const queries = new AccountQueries(tx, held.caller.accountId);
        await mine(queries.delete('idempotency'), held, processId).execute();
      });
    } catch (error) {
      // The lease runs out by itself.
      logError(error, log);
    }
  }

  #renew(): void {
    const { store, clock, log, processId } = this.#services;
    const now = clock.now();
    for (const held of this.#held) {
      if (held.until - now > this.#leaseMs / 2) continue;
      held.until = now + this.#leaseMs;
      store
        .write(async (tx) => {
          const queries = new AccountQueries(tx, held.caller.accountId);
          await mine(queries.update('idempotency').set({ lease_until: held.until }), held, processId).execute();
        })
        .catch((error: unknown) => logError(error, log));
    }
  }
}

interface Narrowed<Query> {
  where(column: 'key' | 'owner' | 'lease', operator: '=', value: string | number): Query;
  where(column: 'status', operator: 'is', value: null): Query;
}

/** Holds a query to the claim as it was made: what was taken over, or is answered, is not touched. */
function mine<Query extends Narrowed<Query>>(query: Query, held: Held, owner: string): Query {
  return query
    .where('key', '=', held.rowKey)
    .where('owner', '=', owner)
    .where('lease', '=', held.lease)
    .where('status', 'is', null);
}
