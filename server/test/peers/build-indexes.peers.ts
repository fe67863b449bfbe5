import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { INDEX_STEPS } from '../../src/store/migrations/index-steps.js';
import { openPostgres } from '../../src/store/postgres/open-postgres.js';
import type { Store } from '../../src/store/store.js';
import { addAccount } from '../support/accounts.js';
import { postgresPlace } from '../support/postgres-place.js';
import type { StorePlace } from '../support/store-factory.js';

const ONE = 'feed_by_time';

describe('indexes of a database that runs', () => {
  let place: StorePlace;
  const clients: pg.Client[] = [];
  beforeEach(async () => {
    place = await postgresPlace(inject('postgresUrl'));
    const store = await place.open();
    await addAccount(store, 'a');
    await store.close();
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.end()));
    await place.remove();
  });

  const connected = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: place.address });
    client.on('error', () => {});
    await client.connect();
    clients.push(client);
    return client;
  };
  const ask = async (statement: string): Promise<readonly Record<string, unknown>[]> => {
    const [client = await connected()] = clients;
    return (await client.query(statement)).rows;
  };
  const validity = async (name = ONE): Promise<unknown> =>
    (await ask(`select indisvalid from pg_index where indexrelid = to_regclass('${name}')`))[0]?.indisvalid;
  /** Somebody has a table in use, so that an index of it cannot be finished. */
  const useFeed = async (): Promise<() => Promise<unknown>> => {
    const client = await connected();
    await client.query(
      "begin; insert into feed (account_id, kind, ref_id, mode, at) values ('a', 'execution', 'x', 'live', 0)",
    );
    return () => client.query('commit');
  };
  const builders = async (): Promise<readonly unknown[]> =>
    (
      await ask("select pid from pg_stat_activity where query like 'create%index concurrently%' and state = 'active'")
    ).map(({ pid }) => pid);
  const writeFeed = (store: Store) =>
    store.write((tx) =>
      tx.insertInto('feed').values({ account_id: 'a', kind: 'execution', ref_id: 'y', mode: 'live', at: 0 }).execute(),
    );

  it('are all there in a new one, at once', async () => {
    for (const { name } of INDEX_STEPS) expect(await validity(name)).toBe(true);
  });

  it('are built beside those who write, and no start waits for them', async () => {
    await ask(`drop index ${ONE}`);
    const release = await useFeed();
    const stores = [await place.open(), await place.open()];
    await expect.poll(async () => (await builders()).length).toBe(1);
    await Promise.all(stores.map(writeFeed));
    expect(await validity()).toBe(false);
    await release();
    await expect.poll(() => validity()).toBe(true);
  });

  it('are built again where a kill left them unfinished', async () => {
    await ask(`drop index ${ONE}`);
    const release = await useFeed();
    const store = await place.open();
    await expect.poll(async () => (await builders()).length).toBe(1);
    await store.close();
    for (const pid of await builders()) await ask(`select pg_terminate_backend(${pid})`);
    await expect.poll(async () => (await builders()).length).toBe(0);
    expect(await validity()).toBe(false);
    await release();
    await place.open();
    await expect.poll(() => validity()).toBe(true);
  });

  it('go on when the process that began them has ended, and the next one leaves them alone', async () => {
    await ask(`drop index ${ONE}`);
    const release = await useFeed();
    const first = await place.open();
    await expect.poll(async () => (await builders()).length).toBe(1);
    const begun = await builders();
    await first.close();
    await place.open();
    expect(await builders()).toEqual(begun);
    await release();
    await expect.poll(() => validity()).toBe(true);
  });

  it('are reported in the log', async () => {
    await ask(`drop index ${ONE}`);
    const lines: unknown[] = [];
    const write = (facts: object, text: string): void => void lines.push([text, facts]);
    const log = { info: write, warn: write };
    const store = await openPostgres({ url: place.address, poolSize: 2, log: log as never });
    await expect.poll(() => lines.length).toBe(2);
    expect(lines).toEqual([
      ['index: building it, while others read and write', { index: ONE, again: false }],
      ['index: built', { index: ONE, ms: expect.any(Number) }],
    ]);
    await store.close();
  });
});
