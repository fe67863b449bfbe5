import { once } from '../once.js';
import type { Pools } from './pools.js';
import { Shares, type SharesOptions } from './shares.js';

/**
 * Counts over all processes on one PostgreSQL. Each has a share of an account's limit, and counts within it by itself: only a request that
 * finds no place in it asks the database, and those that come together ask once. What is free it gets at once; what other processes have and
 * do not use they give up as soon as they are told, so that a limit that is not reached over all refuses nobody. Shares of a process that ends
 * are the others'; those of one that is dead, when its lease has run out.
 */
export function postgresPools(options: SharesOptions): Pools {
  const shares = new Shares(options);
  const { clock } = options;
  return {
    enter: async (accountId, name, most) => {
      const share = shares.of(accountId, `concurrency ${name}`, most);
      const take = (places: number): boolean => {
        if (share.inUse >= places) return false;
        share.inUse++;
        return true;
      };
      if (!(await shares.taken(share, take))) return undefined;
      return once(() => {
        share.inUse--;
        shares.freed(share);
      });
    },
    count: (accountId, name, most) => {
      const share = shares.of(accountId, `rate ${name}`, most);
      return shares.taken(share, (places) => {
        const now = clock.now();
        if (share.used(now) >= places) return false;
        share.count(now);
        return true;
      });
    },
    close: () => shares.close(),
  };
}
