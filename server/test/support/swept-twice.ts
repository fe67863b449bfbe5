import type { ObjectStore } from '../../src/objects/object-store.js';
import { type Swept, sweepObjects } from '../../src/objects/sweep.js';
import { storedObjects } from '../../src/resources/buckets/object-rows.js';
import type { Store } from '../../src/store/store.js';

const DAY_MS = 86_400_000;

/**
 * The sweep of the bytes of buckets two and four days later: what was given up is removed by the first; what no row names is seen by it, and
 * removed by the second.
 * @param from when that is counted from. Default now: files are as old as the machine says.
 * @returns what both have removed.
 */
export async function sweptTwice(
  { store, objects }: { store: Store; objects: ObjectStore },
  from = Date.now(),
): Promise<Swept> {
  const after = (days: number) => ({ now: () => from + days * DAY_MS });
  const first = await sweepObjects({ places: [storedObjects], store, objects, clock: after(2) });
  const second = await sweepObjects({ places: [storedObjects], store, objects, clock: after(4) });
  return { ...second, removed: first.removed + second.removed };
}
