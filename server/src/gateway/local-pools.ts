import type { Clock } from '../clock.js';
import type { Pools } from './pools.js';

/** Counts in this process: all there is on the embedded store. */
export function localPools(clock: Clock): Pools {
  const underWay = new Map<string, number>();
  const seconds = new Map<string, { second: number; count: number }>();
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
      const second = Math.floor(clock.now() / 1000);
      const counted = seconds.get(key);
      if (counted === undefined || counted.second !== second) {
        seconds.set(key, { second, count: 1 });
        return most > 0;
      }
      if (counted.count >= most) return false;
      counted.count++;
      return true;
    },
    close: async () => {},
  };
}

export function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    work();
  };
}
