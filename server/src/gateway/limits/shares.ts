import type { Clock } from '../../clock.js';
import { Gatherer } from '../../gatherer.js';
import { AskShares, type AskSharesOptions } from './ask-shares.js';
import type { ShareExchange } from './exchange-shares.js';
import { Share } from './share.js';
import type { Told } from './share-rows.js';

const EVERY_MS = 500;
/** So many exchanges may fail before the share of a process is another's. */
const LEASE_EXCHANGES = 20;
/** Exchanges without a use after which a share is given back: more than the second that a rate looks back over. */
const IDLE_EXCHANGES = 4;
/** What a request waits for a place that another process may have to give up; that takes milliseconds. */
const PATIENCE_MS = 250;

export interface SharesOptions extends AskSharesOptions {
  readonly clock: Clock;
  /** Names this process among those on the database. */
  readonly processId: string;
  /** Called when the database is lost, and when it is back. */
  readonly onAlone: (isAlone: boolean, error?: unknown) => void;
  /** Between two exchanges of shares, in milliseconds. Default 500. */
  readonly everyMs?: number | undefined;
}

/** What was said of each share. */
type Said = Map<Share, { readonly used: number; readonly wanted: number }>;

/** The shares of this process, as they follow what it needs. */
export class Shares {
  readonly #options: SharesOptions;
  readonly #database: AskShares;
  readonly #shares = new Map<string, Share>();
  readonly #timer: NodeJS.Timeout;
  readonly #everyMs: number;
  /** One at a time; what comes meanwhile goes with the next. */
  readonly #exchanges = new Gatherer<Share | 'all'>((take) => this.#exchange(take));
  /** Resolves with the end of the exchange that is under way. */
  #underWay: Promise<unknown> | undefined;
  #isAlone = false;
  /** Processes that had shares when the database was last asked. */
  #processes = 1;

  constructor(options: SharesOptions) {
    this.#options = options;
    this.#everyMs = options.everyMs ?? EVERY_MS;
    this.#database = new AskShares(options, (told) => this.#told(told));
    this.#timer = setInterval(() => {
      if (this.#shares.size > 0) void this.#exchanges.add('all');
    }, this.#everyMs).unref();
  }

  of(accountId: string, pool: string, most: number): Share {
    const key = keyOf(accountId, pool);
    const share = this.#shares.get(key) ?? new Share(accountId, pool, most);
    this.#shares.set(key, share);
    share.most = most;
    share.idle = 0;
    return share;
  }

  /**
   * Takes a place, as soon as there is one.
   * @param take takes one of so many, if it can.
   * @returns `false`: all are in use, here or in other processes.
   */
  async taken(share: Share, take: (places: number) => boolean): Promise<boolean> {
    const taking = (): boolean => take(this.#placesOf(share));
    if (taking()) return true;
    // Whoever waits behind as many as the whole limit would wait in vain.
    if (share.waiting >= share.most) return false;
    share.waiting++;
    try {
      // What is said just now was said without this request.
      if (this.#underWay !== undefined) await this.#underWay;
      return taking() || (await this.#waited(share, taking));
    } finally {
      share.waiting--;
      // What was asked for while somebody waited here.
      if (share.waiting === 0) this.#giveUp(share);
    }
  }

  /** A place is free again: for who waits here, or for another process that wants it. */
  freed(share: Share): void {
    if (share.waiting > 0) share.wake();
    else this.#giveUp(share);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#exchanges.idle();
    const returned = [...this.#shares.values()];
    this.#shares.clear();
    if (returned.length > 0 && !this.#isAlone) {
      await this.#database.exchange(() => ({ ...this.#when(), asked: [], returned })).catch(() => {});
    }
    await this.#database.close();
  }

  async #waited(share: Share, taking: () => boolean): Promise<boolean> {
    let isOver = false;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(() => {
        isOver = true;
        resolve();
      }, PATIENCE_MS);
    });
    try {
      for (;;) {
        // While the database is lost nobody waits to find that out again.
        if (this.#isAlone || this.#placesOf(share) >= share.most) return false;
        // Those who were told that places are wanted have none, and will say when they do.
        if (!share.isShort) await this.#exchanges.add(share);
        if (taking()) return true;
        if (isOver) return false;
        if (share.isShort) await Promise.race([share.changed(), patience]);
        if (taking()) return true;
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Without a lease and a database, an even part of the limit: nobody is shut out, and all parts together are no more than it. */
  #placesOf(share: Share): number {
    const part = this.#isAlone ? Math.max(1, Math.floor(share.most / this.#processes)) : 0;
    return share.places(this.#options.clock.now(), part);
  }

  /** Another process needs places of a share, or has given some up. */
  #told({ processId, accountId, pool }: Told): void {
    const share = processId === this.#options.processId ? undefined : this.#shares.get(keyOf(accountId, pool));
    if (share === undefined) return;
    share.told();
    if (share.waiting > 0) share.wake();
    else this.#giveUp(share);
  }

  /** Places that another process wants and this one does not use. */
  #giveUp(share: Share): void {
    if (!share.isWanted || this.#placesOf(share) <= share.used(this.#options.clock.now())) return;
    share.isWanted = false;
    void this.#exchanges.add(share);
  }

  async #exchange(take: () => readonly (Share | 'all')[]): Promise<readonly undefined[]> {
    this.#underWay = this.#exchangeNow(take);
    await this.#underWay;
    this.#underWay = undefined;
    return take().map(() => undefined);
  }

  /** Never rejects: what cannot be asked is counted in this process alone. */
  async #exchangeNow(take: () => readonly (Share | 'all')[]): Promise<void> {
    const said: Said = new Map();
    try {
      // Whoever has come when no other process says anything goes with it.
      const { shares, until, processes } = await this.#database.exchange(() => this.#saying(take(), said));
      // Ends here a little before it does for the others.
      for (const [index, [share, { wanted }]] of [...said].entries()) {
        share.granted({ places: shares[index] ?? 0, wanted, until: until - this.#everyMs });
      }
      this.#processes = Math.max(1, processes);
      this.#tell(false);
    } catch (error) {
      this.#tell(true, error);
    }
    for (const share of said.keys()) {
      share.release();
      if (share.waiting === 0) this.#giveUp(share);
    }
  }

  /** What this process uses and wants now; from here on it uses no more until it is answered. */
  #saying(items: readonly (Share | 'all')[], said: Said): ShareExchange {
    const when = this.#when();
    const returned: Share[] = [];
    // What was used a moment ago will be used again; but who is asked for its places gives up all that are free.
    const least = items.includes('all') ? 1 : 0;
    for (const share of items.includes('all') ? this.#shares.values() : items) {
      if (share === 'all') continue;
      const used = share.used(when.now);
      if (used + share.waiting === 0 && !said.has(share) && share.idle++ >= IDLE_EXCHANGES) {
        returned.push(share);
        this.#shares.delete(keyOf(share.accountId, share.pool));
        continue;
      }
      said.set(share, { used, wanted: Math.max(least, used + share.waiting) });
      share.hold(used);
    }
    const asked = [...said].map(([{ accountId, pool, most }, said]) => ({ accountId, pool, most, ...said }));
    return { ...when, asked, returned };
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

function keyOf(accountId: string, pool: string): string {
  return `${accountId} ${pool}`;
}
