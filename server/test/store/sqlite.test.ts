import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RefusedWrites } from '../../src/store/refused-writes.js';
import { SqliteConnection } from '../../src/store/sqlite/connection.js';
import { loadSqlite } from '../../src/store/sqlite/load-sqlite.js';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.js';
import { WriteQueue } from '../../src/store/sqlite/write-queue.js';
import { type Store, StoreError, type Transaction } from '../../src/store/store.js';

describe('the store on SQLite', () => {
  let folder: string;
  let store: Store;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ediloom-sqlite-'));
    store = await openSqlite({ folder });
  });
  afterEach(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const add = (tx: Transaction, name: string) => tx.insertInto('settings').values({ name, value: '' }).execute();
  const pragma = async (name: string): Promise<unknown> => {
    const { rows } = await store.write((tx) => sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(tx));
    return Object.values(rows[0] ?? {})[0];
  };

  it('has one owner: a second one is refused and told who it is', async () => {
    const second = openSqlite({ folder });
    await expect(second).rejects.toMatchObject({ name: 'StoreError', code: 'in-use' });
    await expect(openSqlite({ folder })).rejects.toThrow(new RegExp(`process ${process.pid}\\b.*DATA_DIR`));
    await store.close();
    store = await openSqlite({ folder });
  });

  it('writes ahead and waits for the disk', async () => {
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(2);
    expect(await pragma('foreign_keys')).toBe(1);
  });

  it('refuses work that waits for a timer, the network or another transaction, and goes on with the next', async () => {
    const waited = { name: 'StoreError', code: 'waited' };
    const neighbour = store.write((tx) => add(tx, 'before'));
    const waits = store.write(async (tx) => {
      await add(tx, 'waits');
      await setTimeout(5);
    });
    const nests = store.write(async (tx) => {
      await add(tx, 'nests');
      await store.write((inner) => add(inner, 'inner'));
    });
    await expect(waits).rejects.toMatchObject(waited);
    await expect(nests).rejects.toMatchObject(waited);
    await neighbour;
    await store.write((tx) => add(tx, 'after'));
    const rows = await store.read((db) => db.selectFrom('settings').select('name').orderBy('name').execute());
    expect(rows.map(({ name }) => name)).toEqual(['after', 'before', 'inner', 'schema']);
  });

  it('refuses what a work wants to write when it has waited', async () => {
    let late: Promise<unknown> | undefined;
    const waits = store.write(async (tx) => {
      late = setTimeout(5).then(() => add(tx, 'late'));
      await late;
    });
    await expect(waits).rejects.toMatchObject({ name: 'StoreError', code: 'waited' });
    await expect(late).rejects.toThrow(/has ended/);
    const rows = await store.read((db) => db.selectFrom('settings').select('name').execute());
    expect(rows.map(({ name }) => name)).toEqual(['schema']);
  });

  it('lets others have their turn in the midst of a long transaction, which nobody sees before its commit', async () => {
    await store.close();
    store = await openSqlite({ folder, restAfterMs: 0 });
    const names = async (): Promise<readonly string[]> => {
      const rows = await store.read((db) => db.selectFrom('settings').select('name').orderBy('name').execute());
      return rows.map(({ name }) => name);
    };
    let isDone = false;
    const long = store
      .write(async (tx) => {
        await Promise.all(Array.from({ length: 50 }, (_, n) => add(tx, `long ${String(n).padStart(2, '0')}`)));
        // In the order in which they were asked for: the last number is the last row's.
        const { rows } = await sql<{ name: string }>`select name from settings order by rowid desc limit 1`.execute(tx);
        return rows[0]?.name;
      })
      .finally(() => {
        isDone = true;
      });
    const short = store.write((tx) => add(tx, 'short'));
    const seen: (readonly string[])[] = [];
    for (; !isDone; await setImmediate()) seen.push(await names());
    expect(seen.length).toBeGreaterThan(50);
    expect(new Set(seen.slice(0, -1).flat())).toEqual(new Set(['schema']));
    await expect(long).resolves.toBe('long 49');
    await short;
    expect(await names()).toHaveLength(52);
  });

  it('leaves nothing behind of a long transaction that fails, and still refuses one that waits for something else', async () => {
    await store.close();
    store = await openSqlite({ folder, restAfterMs: 0 });
    const waits = store.write(async (tx) => {
      await add(tx, 'waits');
      await setTimeout(5);
    });
    const fails = store.write((tx) =>
      Promise.all(['one', 'one', ...Array.from({ length: 20 }, (_, n) => `later ${n}`)].map((name) => add(tx, name))),
    );
    const next = store.write((tx) => add(tx, 'next'));
    await expect(waits).rejects.toMatchObject({ name: 'StoreError', code: 'waited' });
    await expect(fails).rejects.toThrow(/UNIQUE/);
    await next;
    const rows = await store.read((db) => db.selectFrom('settings').select('name').orderBy('name').execute());
    expect(rows.map(({ name }) => name)).toEqual(['next', 'schema']);
  });

  it('says that the disk is full, answers none of those that share the commit, and goes on when there is room', async () => {
    await store.write((tx) => add(tx, 'before'));
    const pages = Number(await pragma('page_count'));
    const full = { name: 'StoreError', code: 'unavailable', message: expect.stringMatching(/full.*DATA_DIR/) };
    // What SQLite says then is what it says of a disk.
    await pragma(`max_page_count = ${pages}`);
    const large = 'x'.repeat(200_000);
    const write = () =>
      store.write((tx) => tx.insertInto('settings').values({ name: 'large', value: large }).execute());
    const [one, other] = await Promise.allSettled([store.write((tx) => add(tx, 'with it')), write()]);
    expect([one.status, other.status]).toEqual(['rejected', 'rejected']);
    await expect(write()).rejects.toMatchObject(full);
    await pragma(`max_page_count = ${pages + 1000}`);
    await write();
    const names = await store.read((db) => db.selectFrom('settings').select('name').orderBy('name').execute());
    expect(names.map(({ name }) => name)).toEqual(['before', 'large', 'schema']);
  });

  it('is not ready after a write that the disk refused, until it has written again', async () => {
    const Database = await loadSqlite();
    const connection = new SqliteConnection(new Database(':memory:'));
    connection.run("create table settings as select 'schema' as name, '1' as value");
    let isFull = false;
    const run = connection.run.bind(connection);
    connection.run = (text) => {
      if (isFull && text === 'commit') throw new StoreError('unavailable', 'full');
      run(text);
    };
    let now = 0;
    const queue = new WriteQueue(connection, undefined, new RefusedWrites(() => now));
    await queue.probe();
    isFull = true;
    // Nobody knows before something is written.
    await queue.probe();
    await expect(queue.write((tx) => add(tx, 'one'))).rejects.toThrow('full');
    const ready = () => queue.probe();
    // What is large finds no room, and what is small may.
    isFull = false;
    await expect(ready()).rejects.toMatchObject({ code: 'unavailable', cause: { message: 'full' } });
    isFull = true;
    now = 10_000;
    await expect(ready()).rejects.toThrow('full');
    isFull = false;
    now = 20_000;
    await ready();
    isFull = true;
    await ready();
    connection.close();
  });

  it('does not let readers write', async () => {
    await expect(store.read((db) => add(db, 'one'))).rejects.toThrow(/readonly/);
  });

  it('keeps its memory with statements that are asked for again and again', async () => {
    const look = () => store.read((db) => db.selectFrom('settings').selectAll().where('name', '=', 'x').execute());
    for (let round = 0; round < 2000; round++) await look();
    const before = process.memoryUsage().rss;
    for (let round = 0; round < 20_000; round++) await look();
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it('has its log copied back beside those who write', async () => {
    const file = join(folder, 'store.sqlite');
    const before = statSync(file).size;
    const row = sql`insert into settings (name, value)
      with recursive n (x) as (select 1 union all select x + 1 from n where x < 2000) select 'row ' || x, hex(zeroblob(200)) from n`;
    await store.write((tx) => row.execute(tx));
    // So little that the writer would keep it in the log.
    await vi.waitFor(() => expect(statSync(file).size).toBeGreaterThan(before + 500_000), { timeout: 60_000 });
    expect(await store.read((db) => db.selectFrom('settings').selectAll().execute())).toHaveLength(2001);
  });

  it('has everything in one file when it is closed', async () => {
    await store.write((tx) => add(tx, 'one'));
    await store.close();
    expect(statSync(join(folder, 'store.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  });
});
