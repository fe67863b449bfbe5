import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Pools } from '../../../src/gateway/limits/pools.js';
import { postgresPools } from '../../../src/gateway/limits/postgres-pools.js';
import { type StorePlace, storePlace } from '../../support/store-factory.js';

describe.skipIf(!process.env.EDILOOM_TEST_PG)('pools over processes on one PostgreSQL', () => {
  let place: StorePlace;
  let lost: number;
  const opened: Pools[] = [];
  const open = (url = place.address): Pools => {
    const onLost = (): void => {
      lost++;
    };
    const pools = postgresPools({ url, clock: { now: () => 0 }, onLost });
    opened.push(pools);
    return pools;
  };
  beforeEach(async () => {
    lost = 0;
    place = await storePlace();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((pools) => pools.close()));
    await place.remove();
  });

  it('have so many places together, and each account its own', async () => {
    const [one, two] = [open(), open()];
    const taken = await Promise.all(Array.from({ length: 12 }, (_, i) => (i % 2 ? one : two).enter('a', 'p', 5)));
    const leaves = taken.filter((leave) => leave !== undefined);
    expect(leaves).toHaveLength(5);
    expect(await one.enter('b', 'p', 5)).toBeDefined();
    leaves[0]?.();
    leaves[0]?.();
    await expect.poll(() => two.enter('a', 'p', 5)).toBeDefined();
    expect(await one.enter('a', 'p', 5)).toBeUndefined();
  });

  it('free the places of a process that is gone', async () => {
    const [one, two] = [open(), open()];
    expect(await one.enter('a', 'p', 1)).toBeDefined();
    expect(await two.enter('a', 'p', 1)).toBeUndefined();
    await one.close();
    await expect.poll(() => two.enter('a', 'p', 1)).toBeDefined();
  });

  it('let so many through within a second', async () => {
    const [one, two] = [open(), open()];
    const counted = await Promise.all(Array.from({ length: 30 }, (_, i) => (i % 2 ? one : two).count('a', 'r', 20)));
    expect(counted.filter(Boolean)).toHaveLength(20);
    await expect.poll(() => one.count('a', 'r', 20), { timeout: 5000 }).toBe(true);
  });

  it('count in the process alone while the database is away, and say so once', async () => {
    const alone = open('postgres://127.0.0.1:1/nothing');
    expect(await alone.enter('a', 'p', 1)).toBeDefined();
    expect(await alone.enter('a', 'p', 1)).toBeUndefined();
    expect(await alone.count('a', 'r', 1)).toBe(true);
    expect(await alone.count('a', 'r', 1)).toBe(false);
    expect(lost).toBe(1);
  });
});
