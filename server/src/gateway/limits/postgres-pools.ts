import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Clock } from '../../clock.js';
import { once } from '../once.js';
import { localPools } from './local-pools.js';
import type { Pools } from './pools.js';

export interface PostgresPoolsOptions {
  readonly url: string;
  readonly clock: Clock;
  /** Called once each time the database is lost: from then on only this process is counted, until it is back. */
  readonly onLost: (error: unknown) => void;
}

/** A place within the last second stays taken for so long. */
const SECOND_MS = 1000;

/**
 * Counts over all processes on one PostgreSQL. A pool of n places is n session advisory locks on a connection kept for that, so
 * places of a process that dies are free at once, and nothing is written. A request counts within a second by keeping its place
 * for one.
 */
export function postgresPools({ url, clock, onLost }: PostgresPoolsOptions): Pools {
  const line = new LockLine(url);
  const local = localPools(clock);
  const timers = new Set<NodeJS.Timeout>();
  let isLost = false;
  const place = async (accountId: string, name: string, most: number): Promise<(() => void) | undefined> => {
    try {
      const leave = await line.take(`${accountId} ${name}`, most);
      isLost = false;
      return leave;
    } catch (error) {
      if (!isLost) onLost(error);
      isLost = true;
      throw error;
    }
  };
  return {
    enter: (accountId, name, most) =>
      place(accountId, `concurrency ${name}`, most).catch(() => local.enter(accountId, name, most)),
    count: async (accountId, name, most) => {
      try {
        const leave = await place(accountId, `rate ${name}`, most);
        if (leave === undefined) return false;
        const timer = setTimeout(() => {
          timers.delete(timer);
          leave();
        }, SECOND_MS);
        timers.add(timer.unref());
        return true;
      } catch {
        return local.count(accountId, name, most);
      }
    },
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      await line.close();
    },
  };
}

/**
 * The connection whose session has the locks, one query at a time. A session may take a lock again that it has, so the places that are
 * locked by it are known here, and only the others are tried.
 */
class LockLine {
  readonly #url: string;
  readonly #locked = new Map<string, Set<number>>();
  #last: Promise<unknown> = Promise.resolve();
  #client: Promise<pg.Client> | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /** Takes a place. @returns what frees it; `undefined` where all are taken. */
  take(pool: string, most: number): Promise<(() => void) | undefined> {
    return this.#inTurn(async () => {
      const client = await this.#connected();
      const locked = this.#locked.get(pool) ?? new Set();
      const free = Array.from({ length: most }, (_, slot) => slot).filter((slot) => !locked.has(slot));
      if (free.length === 0) return undefined;
      const { rows } = await client.query<{ slot: number }>(
        'select slot from unnest($2::int[]) as slot where pg_try_advisory_lock($1, slot) limit 1',
        [lockClass(pool), free],
      );
      const slot = rows[0]?.slot;
      if (slot === undefined) return undefined;
      this.#locked.set(pool, locked.add(slot));
      return once(() => this.#free(client, pool, locked, slot));
    });
  }

  /** Ends the session, and with it all its locks. */
  async close(): Promise<void> {
    await this.#inTurn(async () => {
      const client = await this.#client?.catch(() => undefined);
      await client?.end();
    });
  }

  #free(client: pg.Client, pool: string, locked: Set<number>, slot: number): void {
    // A connection that was lost has freed its locks, and its places are forgotten.
    this.#inTurn(async () => {
      if (this.#locked.get(pool) !== locked) return;
      await client.query('select pg_advisory_unlock($1, $2)', [lockClass(pool), slot]);
      locked.delete(slot);
      if (locked.size === 0) this.#locked.delete(pool);
    }).catch(() => {});
  }

  /** After what was asked before, whatever became of that. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.catch(() => {}).then(work);
    this.#last = turn;
    return turn;
  }

  #connected(): Promise<pg.Client> {
    this.#client ??= this.#connect();
    return this.#client;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'ediloom-server pools' });
    const lost = (): void => {
      this.#client = undefined;
      this.#locked.clear();
    };
    client.on('error', lost);
    client.on('end', lost);
    try {
      await client.connect();
      return client;
    } catch (error) {
      lost();
      throw error;
    }
  }
}

/** 32 bits of a hash; pools whose bits are the same would share their places, one in four billion. */
function lockClass(pool: string): number {
  return createHash('sha256').update(pool).digest().readInt32BE(0);
}
