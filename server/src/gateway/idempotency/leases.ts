import type { Caller } from '../../caller.js';
import { Gatherer } from '../../gatherer.js';
import {
  deleteLease,
  insertOrTake,
  keepAnswer,
  type LeaseRow,
  renewLease,
  rowInTheWay,
} from '../../idempotency/rows.js';
import type { Platform } from '../../platform.js';
import type { AccountQueries } from '../../store/account-queries.js';
import type { Transaction } from '../../store/store.js';
import type { Idempotency } from '../../store/tables.js';
import { logError } from '../log-error.js';
import type { Rendered } from '../render-answer.js';
import { otherRequest, stillRunning, takenOver } from './idempotency-key.js';
import { sealAnswer, storedAnswer } from './kept-answer.js';

/** A request that carries an Idempotency-Key. */
export interface KeyedRequest {
  readonly caller: Caller;
  readonly key: string;
  /** SHA-256 over method, path and body. */
  readonly hash: string;
  /** What it is answered has a secret in it. */
  readonly answersSecret: boolean;
}

/** A key that this request, and no other, works under for now. */
export interface KeyLease {
  /** Keeps the answer, in the transaction of what it reports. @throws ApiError 409 where another request has taken over. */
  complete(queries: AccountQueries, answer: Rendered): Promise<void>;
  /** Gives the key back without an answer, so that the request may be sent again. */
  release(): Promise<void>;
  /** Ends renewal; safe to call at any time. */
  end(): void;
}

export type LeaseServices = Pick<Platform, 'store' | 'clock' | 'secrets' | 'config' | 'log' | 'processId'>;

/** Keys that are taken in one commit. */
const MAX_TOGETHER = 50;

/** The lease of a key, or the row of the request that has or had it. */
type Taken = LeaseRow | Idempotency;

/** Keys of test and of live callers are apart. */
function rowKeyOf({ caller, key }: KeyedRequest): string {
  return `${caller.mode}:${key}`;
}

/**
 * The keys that requests of this process work under. A lease is a committed row that lasts `idempotencyLeaseMs` and is renewed here at
 * half of that while the request runs; a process that dies renews nothing, and its keys are free when their leases run out.
 */
export class KeyLeases {
  readonly #services: LeaseServices;
  readonly #leaseMs: number;
  readonly #leased = new Set<LeaseRow>();
  readonly #renewal: NodeJS.Timeout;
  /** One commit for all keys that wait for one: it is what taking a key costs. */
  readonly #gathered = new Gatherer<KeyedRequest, Taken>((take) => this.#takeAll(take), { most: MAX_TOGETHER });

  constructor(services: LeaseServices) {
    this.#services = services;
    this.#leaseMs = services.config.idempotencyLeaseMs;
    this.#renewal = setInterval(() => this.#renew(), Math.max(10, this.#leaseMs / 6));
    this.#renewal.unref();
  }

  /**
   * Takes a key by a committed row before anything is done.
   * @returns the lease, or the answer that was given before.
   * @throws ApiError 409 while another request runs under the key, 422 where that was another request.
   */
  async take(request: KeyedRequest): Promise<KeyLease | { readonly replayed: Rendered }> {
    const { clock, secrets } = this.#services;
    const taken = await this.#gathered.add(request);
    if ('until' in taken) return this.#leaseOf(taken, request);
    if (taken.request_hash !== request.hash) throw otherRequest();
    if (taken.status === null) throw stillRunning(Number(taken.lease_until) - clock.now());
    return { replayed: storedAnswer(secrets, taken) };
  }

  /** Ends renewal, and gives back the keys that are still leased: the process ends. */
  async close(): Promise<void> {
    clearInterval(this.#renewal);
    await Promise.all([...this.#leased].map((row) => this.#release(row)));
  }

  #takeAll(take: () => readonly KeyedRequest[]): Promise<readonly Taken[]> {
    const { store } = this.#services;
    return store.write((tx) => Promise.all(take().map((request) => this.#takeOne(tx, request))));
  }

  async #takeOne(tx: Transaction, request: KeyedRequest): Promise<Taken> {
    const { clock, processId: owner } = this.#services;
    const { accountId } = request.caller;
    const now = clock.now();
    const until = now + this.#leaseMs;
    const rowKey = rowKeyOf(request);
    const asked = { accountId, rowKey, requestHash: request.hash, owner, now, until };
    const number = await insertOrTake(tx, asked);
    return number === undefined ? rowInTheWay(tx, asked) : { accountId, rowKey, owner, number, until };
  }

  #leaseOf(row: LeaseRow, { answersSecret }: KeyedRequest): KeyLease {
    this.#leased.add(row);
    const { secrets, config } = this.#services;
    const sealing = { secrets, encrypt: config.encryptAtRest || answersSecret };
    return {
      complete: async (queries, answer) => {
        if (!(await keepAnswer(queries.tx, row, sealAnswer(row, answer, sealing)))) throw takenOver();
      },
      release: () => this.#release(row),
      end: () => this.#leased.delete(row),
    };
  }

  async #release(row: LeaseRow): Promise<void> {
    this.#leased.delete(row);
    const { store, log } = this.#services;
    try {
      await store.write((tx) => deleteLease(tx, row));
    } catch (error) {
      // The lease runs out by itself.
      logError(error, log);
    }
  }

  #renew(): void {
    const { store, clock, log } = this.#services;
    const now = clock.now();
    for (const row of this.#leased) {
      if (row.until - now > this.#leaseMs / 2) continue;
      row.until = now + this.#leaseMs;
      // Where renewal fails, another may take over; then `complete` keeps nothing, and the client is answered 409.
      store.write((tx) => renewLease(tx, row)).catch((error: unknown) => logError(error, log));
    }
  }
}
