import type { Clock } from '../../clock.js';
import { once } from '../once.js';
import type { Pools } from './pools.js';

/**
 * Counts in this process: all there is on the embedded store, and what is left while the database of several processes is lost. A second
 * is one that slides, so no clock's tick lets through twice as many.
 */
export function localPools(clock: Clock): Pools {
  const underWay = new Map<string, number>();
  const recent = new Map<string, number[]>();
  return {
    enter: async (accountId, name, most) => {
      const key = `${accountId} ${name}`;
      const count = underWay.get(key) ?? 0;
      if (count >= most) return undefined;
      underWay.set(key, count + 1);
      return once(() => {
        const left = (underWay.get(key) ?? 1) - 1;
        if (left === 0) underWay.delete(key);
        else underWay.set(key, left);
      });
    },
    count: async (accountId, name, most) => {
      const key = `${accountId} ${name}`;
      const now = clock.now();
      const times = (recent.get(key) ?? []).filter((time) => now - time < 1000);
      const room = times.length < most;
      if (room) times.push(now);
      recent.set(key, times);
      return room;
    },
    close: async () => {},
  };
}
