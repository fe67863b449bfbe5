import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AskSharesOptions } from '../../../src/gateway/limits/ask-shares.js';
import type { Pools } from '../../../src/gateway/limits/pools.js';
import { postgresPools } from '../../../src/gateway/limits/postgres-pools.js';
import { ShareRows } from '../../../src/gateway/limits/share-rows.js';
import { openWire } from '../../peers/wire.js';
import { type StorePlace, storePlace } from '../../support/store-factory.js';

const SOON = { timeout: 60_000 };

describe.skipIf(!process.env.EDILOOM_TEST_PG)('pools over processes on one PostgreSQL', () => {
  let place: StorePlace;
  let now: number;
  let told: boolean[];
  const opened: Pools[] = [];
  const open = (processId: string, url = place.address): Pools => {
    const onAlone = (isAlone: boolean): void => void told.push(isAlone);
    const pools = postgresPools({ url, clock: { now: () => now }, processId, onAlone, everyMs: 20 });
    opened.push(pools);
    return pools;
  };
  beforeEach(async () => {
    now = 1_000_000;
    told = [];
    place = await storePlace();
    await (await place.open()).close();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((pools) => pools.close()));
    await place.remove();
  });
  const rows = async () => {
    const client = new pg.Client({ connectionString: place.address });
    await client.connect();
    const { rows: all } = await client.query('select process_id, share from pool_shares order by process_id');
    await client.end();
    return all;
  };

  it('have so many places together, and each account its own', async () => {
    const [one, two] = [open('one'), open('two')];
    const taken = await Promise.all(Array.from({ length: 12 }, (_, i) => (i % 2 ? one : two).enter('a', 'p', 5)));
    expect(taken.filter((leave) => leave !== undefined)).toHaveLength(5);
    expect(await one.enter('b', 'p', 5)).toBeDefined();
    for (const leave of taken) {
      leave?.();
      // A second time it frees nothing.
      leave?.();
    }
    // One of both may have had all places: the other has its part with an exchange to come.
    await expect.poll(() => one.enter('a', 'p', 5), SOON).toBeDefined();
    await expect.poll(() => two.enter('a', 'p', 5), SOON).toBeDefined();
  });

  it('are shared out though a process has stopped, or its machine is gone, in the midst of an exchange', async () => {
    const wire = await openWire(new URL(place.address));
    const [stopped, other] = [wire.url, place.address].map((url) => new ShareRows(url));
    const asking = (processId: string) => ({
      ...{ processId, now, until: now + 60_000, returned: [] },
      asked: [{ accountId: 'a', pool: 'p', most: 4, wanted: 4, used: 0 }],
    });
    await stopped?.exchange(() => asking('stopped'));
    let left: Promise<void> | undefined;
    await new Promise<void>((said) => {
      const say = () => {
        wire.forget();
        said();
        return asking('stopped');
      };
      left = expect(stopped?.exchange(say)).rejects.toThrow();
    });
    expect(await other?.exchange(() => asking('other'))).toMatchObject({ processes: 2 });
    wire.close();
    await left;
    await Promise.all([stopped?.close(), other?.close()]);
  });

  it('give each process what it asks for: all of them, where others ask for none', async () => {
    const [one, two] = [open('one'), open('two')];
    (await one.enter('a', 'p', 10))?.();
    (await two.enter('a', 'p', 10))?.();
    const leaves: (() => void)[] = [];
    await expect
      .poll(async () => {
        const leave = await one.enter('a', 'p', 10);
        if (leave !== undefined) leaves.push(leave);
        return leaves.length;
      }, SOON)
      .toBeGreaterThan(5);
    // The other has what is left, and never more than all together.
    const others: unknown[] = [];
    for (let i = 0; i < 20; i++) {
      const leave = await two.enter('a', 'p', 10);
      if (leave !== undefined) others.push(leave);
    }
    expect(leaves.length + others.length).toBeLessThanOrEqual(10);
  });

  it('divide the share of a process that ends, and of one that is dead when its time has run out', async () => {
    const [one, two] = [open('one'), open('two')];
    expect(await one.enter('a', 'p', 1)).toBeDefined();
    expect(await two.enter('a', 'p', 1)).toBeUndefined();
    await one.close();
    await expect.poll(() => two.enter('a', 'p', 1), SOON).toBeDefined();
    const client = new pg.Client({ connectionString: place.address });
    await client.connect();
    await client.query("insert into pool_shares values ('b', 'concurrency p', 'dead', 5, 5, $1)", [now + 10_000]);
    await client.end();
    expect(await two.enter('b', 'p', 5)).toBeUndefined();
    now += 10_001;
    await expect.poll(() => two.enter('b', 'p', 5), SOON).toBeDefined();
  });

  it('let so many through within a second', async () => {
    const [one, two] = [open('one'), open('two')];
    const counted = await Promise.all(Array.from({ length: 30 }, (_, i) => (i % 2 ? one : two).count('a', 'r', 20)));
    let through = counted.filter(Boolean).length;
    expect(through).toBeLessThanOrEqual(20);
    // A process may have been let wait for its part of them until it was refused: it has that part by now.
    await expect
      .poll(async () => {
        for (const process of [one, two]) if (await process.count('a', 'r', 20)) through += 1;
        return through;
      }, SOON)
      .toBeGreaterThanOrEqual(20);
    expect(await Promise.all([one.count('a', 'r', 20), two.count('a', 'r', 20)])).toEqual([false, false]);
    now += 1000;
    expect(await one.count('a', 'r', 20)).toBe(true);
  });

  it('are few rows however many places there are, and none when all processes have ended', async () => {
    const one = open('one');
    await Promise.all(Array.from({ length: 2000 }, (_, i) => one.enter(`a${i % 20}`, 'p', 5000)));
    expect(await rows()).toHaveLength(20);
    await one.close();
    expect(await rows()).toEqual([]);
  });

  it('go on in each process with what it had while the database hangs or is gone, say so, and are counted together again', async () => {
    const line = await breakableLine(place.address);
    const one = open('one', line.url);
    const [first] = await Promise.all([one.enter('a', 'p', 2), one.enter('a', 'p', 2)]);
    line.hang();
    await expect.poll(() => told, SOON).toEqual([true]);
    // Neither waits for the database: not one that is known, not one that comes anew.
    expect(await one.enter('a', 'p', 2)).toBeUndefined();
    expect(await one.enter('new', 'p', 1)).toBeDefined();
    expect(await one.enter('new', 'p', 1)).toBeUndefined();
    first?.();
    expect(await one.enter('a', 'p', 2)).toBeDefined();
    line.mend();
    await expect.poll(() => told, SOON).toEqual([true, false]);
    await expect.poll(async () => (await rows()).length, SOON).toBe(2);
    await one.close();
    line.close();
  });

  it('refuse nobody while a place is free in any process, and let nobody in while none is', async () => {
    const [one, two] = [open('one'), open('two')];
    const leaves: (() => void)[] = [];
    // A walk that is the same each time: up to the limit, over it, and down, the process by turns that mean nothing.
    for (let step = 0, state = 7; step < 400; step++) {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      const isFull = leaves.length === 6;
      if (leaves.length > 0 && state % 5 < (isFull ? 4 : 2)) {
        leaves.splice(state % leaves.length, 1)[0]?.();
        continue;
      }
      const leave = await (state % 3 === 0 ? one : two).enter('a', 'p', 6);
      expect(leave === undefined, `step ${step}`).toBe(isFull);
      if (leave !== undefined) leaves.push(leave);
    }
  });

  it('have never more under way than the limit, whatever is asked of how many processes at once', async () => {
    const all = ['one', 'two', 'three'].map((id) => open(id));
    let underWay = 0;
    let most = 0;
    let served = 0;
    const client = async (pools: Pools): Promise<void> => {
      for (let turn = 0; turn < 40; turn++) {
        const leave = await pools.enter('a', 'p', 12);
        if (leave === undefined) continue;
        most = Math.max(most, ++underWay);
        served++;
        await new Promise(setImmediate);
        underWay--;
        leave();
      }
    };
    await Promise.all(all.flatMap((pools) => Array.from({ length: 15 }, () => client(pools))));
    expect(most).toBeLessThanOrEqual(12);
    expect(most).toBeGreaterThan(8);
    expect(served).toBeGreaterThan(100);
  });

  it('give the first request of an account its place at once, in a second process too, and for 200 accounts', async () => {
    const [one, two] = [open('one'), open('two')];
    for (const pools of [one, two]) {
      const entered = await Promise.all(Array.from({ length: 200 }, (_, index) => pools.enter(`a${index}`, 'p', 50)));
      expect(entered.filter((leave) => leave === undefined)).toEqual([]);
    }
  });

  it('follow the limit of the account, raised and lowered while requests are under way', async () => {
    const [one, two] = [open('one'), open('two')];
    const entered = async (pools: Pools, most: number, count: number) =>
      (await Promise.all(Array.from({ length: count }, () => pools.enter('a', 'p', most)))).filter(
        (leave) => leave !== undefined,
      );
    const leaves = [...(await entered(one, 10, 8)), ...(await entered(two, 10, 8))];
    expect(leaves).toHaveLength(10);
    leaves.push(...(await entered(one, 100, 60)), ...(await entered(two, 100, 60)));
    expect(leaves).toHaveLength(100);
    expect(await one.enter('a', 'p', 5)).toBeUndefined();
    expect(await two.enter('a', 'p', 5)).toBeUndefined();
    for (const leave of leaves) leave();
    // Within an exchange each process knows what it may have of the new limit.
    const shared = async () => (await rows()).reduce((sum, { share }) => sum + Number(share), 0);
    await expect.poll(shared, SOON).toBeLessThanOrEqual(5);
    expect(await entered(one, 5, 8)).toHaveLength(5);
    expect(await two.enter('a', 'p', 5)).toBeUndefined();
  });

  it('notice no loss of their connection that another can replace', async () => {
    const [one, two] = [open('one'), open('two')];
    const leaves = (await Promise.all(Array.from({ length: 5 }, () => one.enter('a', 'p', 10)))).map((leave) => leave);
    const client = new pg.Client({ connectionString: place.address });
    await client.connect();
    for (let round = 0; round < 5; round++) {
      await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ediloom-server pools'",
      );
      const more = await Promise.all(
        Array.from({ length: 8 }, (_, index) => (index % 2 ? one : two).enter('a', 'p', 10)),
      );
      expect(more.filter((leave) => leave !== undefined)).toHaveLength(5);
      for (const leave of more) leave?.();
    }
    await client.end();
    for (const leave of leaves) leave?.();
    expect(told).toEqual([]);
  });

  it('go through the store where their own connection cannot be had again', async () => {
    const store = await place.open();
    const throughStore: AskSharesOptions['throughStore'] = (work) =>
      store.write((tx) =>
        work(async (text, values) => (await tx.executeQuery(CompiledQuery.raw(text, [...values]))).rows),
      );
    const cut = postgresPools({
      ...{ url: 'postgres://127.0.0.1:1/nothing', clock: { now: () => now }, processId: 'cut', everyMs: 20 },
      onAlone: (isAlone) => void told.push(isAlone),
      throughStore,
    });
    opened.push(cut);
    const whole = open('whole');
    const taken = await Promise.all(Array.from({ length: 16 }, (_, i) => (i % 2 ? cut : whole).enter('a', 'p', 10)));
    expect(taken.filter((leave) => leave !== undefined)).toHaveLength(10);
    expect(told).toEqual([]);
    await cut.close();
  });

  it('are an even part in each process that has lost the database for longer than its lease: together no more than the limit', async () => {
    const [lineOne, lineTwo] = [await breakableLine(place.address), await breakableLine(place.address)];
    const [one, two] = [open('one', lineOne.url), open('two', lineTwo.url)];
    // Both are known to be there.
    expect(await one.enter('other', 'p', 10)).toBeDefined();
    expect(await two.enter('other', 'p', 10)).toBeDefined();
    expect(await one.enter('other', 'p', 10)).toBeDefined();
    await expect.poll(async () => (await rows()).length, SOON).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 100));
    lineOne.hang();
    lineTwo.hang();
    await expect.poll(() => told, SOON).toEqual([true, true]);
    now += 60_000;
    const counted = await Promise.all(
      [one, two].map(async (pools) => {
        const entered = await Promise.all(Array.from({ length: 10 }, () => pools.enter('new', 'p', 10)));
        return entered.filter((leave) => leave !== undefined).length;
      }),
    );
    expect(counted).toEqual([5, 5]);
    lineOne.mend();
    lineTwo.mend();
    await expect.poll(() => told, SOON).toEqual([true, true, false, false]);
    expect(await one.enter('new', 'p', 10)).toBeUndefined();
    await Promise.all([one.close(), two.close()]);
    lineOne.close();
    lineTwo.close();
  });

  it('count in the process alone where there is no database', async () => {
    const alone = open('one', 'postgres://127.0.0.1:1/nothing');
    expect(await alone.enter('a', 'p', 1)).toBeDefined();
    expect(await alone.enter('a', 'p', 1)).toBeUndefined();
    expect(await alone.count('a', 'r', 1)).toBe(true);
    expect(await alone.count('a', 'r', 1)).toBe(false);
    expect(told).toEqual([true]);
  });
});

/** A line to a database that can be made to swallow all that is said. */
async function breakableLine(address: string) {
  const target = new URL(address);
  const open = new Set<Socket>();
  let hangs = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('data', (bytes) => !hangs && to.write(bytes));
      from.on('close', () => to.destroy());
      from.on('error', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(address);
  // It listens on a port.
  url.port = String((server.address() as AddressInfo).port);
  url.hostname = '127.0.0.1';
  const drop = (): void => {
    for (const socket of open) socket.destroy();
    open.clear();
  };
  return {
    url: url.href,
    hang: () => {
      hangs = true;
    },
    mend: () => {
      hangs = false;
      drop();
    },
    close: () => {
      drop();
      server.close();
    },
  };
}
