import type { Clock } from '../../clock.js';
import { Gatherer } from '../../gatherer.js';
import { once } from '../once.js';
import type { Pools } from './pools.js';
import { ShareRows } from './share-rows.js';

export interface PostgresPoolsOptions {
  readonly url: string;
  readonly clock: Clock;
  /** Names this process among those on the database. */
  readonly processId: string;
  /** Called when the database is lost, and when it is back. While it is lost each process goes on with the shares it had. */
  readonly onAlone: (isAlone: boolean, error?: unknown) => void;
  /** Between two exchanges of shares, in milliseconds. Default 500. */
  readonly everyMs?: number | undefined;
}

const EVERY_MS = 500;
/** So many exchanges may fail before the share of a process is another's. */
const LEASE_EXCHANGES = 20;
/** Exchanges without a use after which a share is given back. */
const IDLE_EXCHANGES = 20;
/** Exchanges that a process new to a pool waits for its part: the others have to give it up first. */
const YOUNG_EXCHANGES = 3;

/**
 * Counts over all processes on one PostgreSQL: each has a share of an account's limit, and counts within it by itself, so that no request
 * waits for the database but the first of an account. Shares follow what processes want, twice a second; those of a process that ends are
 * divided among the others. A share that moves within a second may let a rate be passed by as much, once.
 */
export function postgresPools(options: PostgresPoolsOptions): Pools {
  const shares = new Shares(options);
  const { clock } = options;
  return {
    enter: async (accountId, name, most) => {
      const share = await shares.of(accountId, `concurrency ${name}`, most);
      const take = (): boolean => {
        if (share.inUse >= share.places) return false;
        share.want(++share.inUse);
        return true;
      };
      if (!(await shares.taken(share, take))) return undefined;
      return once(() => {
        share.inUse--;
      });
    },
    count: async (accountId, name, most) => {
      const share = await shares.of(accountId, `rate ${name}`, most);
      return shares.taken(share, () => {
        const times = shares.within(share);
        if (times.length >= share.places) return false;
        share.want(times.push(clock.now()));
        return true;
      });
    },
    close: () => shares.close(),
  };
}

/** What this process may use of one limit of an account. */
class Share {
  readonly accountId: string;
  readonly pool: string;
  most: number;
  /** Absent until the database has answered. */
  granted: number | undefined;
  inUse = 0;
  times: number[] = [];
  exchanges = 0;
  idle = 0;
  /** The most that was used or asked for since the exchange before. */
  wanted = 1;

  constructor(accountId: string, pool: string, most: number) {
    this.accountId = accountId;
    this.pool = pool;
    this.most = most;
  }

  /** Before the database has answered, and while it cannot, the account has its limit in this process. */
  get places(): number {
    return Math.min(this.most, this.granted ?? this.most);
  }

  want(count: number): void {
    this.idle = 0;
    this.wanted = Math.max(this.wanted, Math.min(this.most, count));
  }
}

class Shares {
  readonly #options: PostgresPoolsOptions;
  readonly #rows: ShareRows;
  readonly #shares = new Map<string, Share>();
  readonly #timer: NodeJS.Timeout;
  readonly #everyMs: number;
  /** One at a time; what comes meanwhile goes with the next. */
  readonly #exchanges = new Gatherer<undefined>((take) => this.#exchange(take));
  #isAlone = false;

  constructor(options: PostgresPoolsOptions) {
    this.#options = options;
    this.#everyMs = options.everyMs ?? EVERY_MS;
    this.#rows = new ShareRows(options.url);
    this.#timer = setInterval(() => {
      if (this.#shares.size > 0) void this.#exchanges.add(undefined);
    }, this.#everyMs).unref();
  }

  /** The share of a pool; the first time it is asked for in the database. */
  async of(accountId: string, pool: string, most: number): Promise<Share> {
    const key = `${accountId} ${pool}`;
    const share = this.#shares.get(key) ?? new Share(accountId, pool, most);
    this.#shares.set(key, share);
    share.most = most;
    share.idle = 0;
    // While the database is lost nobody waits to find that out again.
    if (share.granted === undefined && !this.#isAlone) await this.#exchanges.add(undefined);
    return share;
  }

  /** When it was used within the last second: one that slides, so no clock's tick lets through twice as many. */
  within(share: Share): number[] {
    const now = this.#options.clock.now();
    share.times = share.times.filter((time) => now - time < 1000);
    return share.times;
  }

  /** Takes a place, as soon as there is one: a process that is new to the pool waits until the others have made room. */
  async taken(share: Share, take: () => boolean): Promise<boolean> {
    while (!take()) {
      share.want(share.wanted + 1);
      if (this.#isAlone || share.places >= share.most || share.exchanges >= YOUNG_EXCHANGES) return false;
      await new Promise((resolve) => setTimeout(resolve, this.#everyMs));
      await this.#exchanges.add(undefined);
    }
    return true;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#exchanges.idle();
    const returned = [...this.#shares.values()];
    this.#shares.clear();
    if (returned.length > 0 && !this.#isAlone) {
      await this.#rows.exchange({ ...this.#when(), asked: [], returned }).catch(() => {});
    }
    await this.#rows.close();
  }

  /** Never rejects: what cannot be asked is counted in this process alone. */
  async #exchange(take: () => readonly undefined[]): Promise<readonly undefined[]> {
    const returned: Share[] = [];
    for (const [key, share] of this.#shares) {
      if (share.inUse > 0 || share.idle++ < IDLE_EXCHANGES) continue;
      returned.push(share);
      this.#shares.delete(key);
    }
    const asked = [...this.#shares.values()];
    const waiting = take();
    try {
      const granted = await this.#rows.exchange({
        ...this.#when(),
        asked: asked.map(({ accountId, pool, most, wanted, inUse }) => ({
          accountId,
          pool,
          most,
          wanted,
          used: inUse,
        })),
        returned,
      });
      asked.forEach((share, index) => {
        share.granted = granted[index];
        share.exchanges++;
        share.wanted = Math.max(1, share.inUse, this.within(share).length);
      });
      this.#tell(false);
    } catch (error) {
      this.#tell(true, error);
    }
    return waiting;
  }

  #when() {
    const { processId, clock } = this.#options;
    const now = clock.now();
    return { processId, now, until: now + this.#everyMs * LEASE_EXCHANGES };
  }

  #tell(isAlone: boolean, error?: unknown): void {
    if (isAlone === this.#isAlone) return;
    this.#isAlone = isAlone;
    this.#options.onAlone(isAlone, error);
  }
}
