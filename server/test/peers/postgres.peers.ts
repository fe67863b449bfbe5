import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { purgeExpired } from '../../src/maintenance/purge-expired.js';
import { readNext } from '../../src/resources/control-numbers/counters.js';
import { createControlNumberTable } from '../../src/resources/control-numbers/create-control-number-table.js';
import { beginRetry } from '../../src/resources/executions/redelivery.js';
import { appendFeed, readFeed } from '../../src/resources/feed/feed.js';
import { feedHorizon, feedLag } from '../../src/store/postgres/feed-horizon.js';
import { openPostgres } from '../../src/store/postgres/open-postgres.js';
import type { Store, Transaction } from '../../src/store/store.js';
import { BEGIN, executionRow } from '../store/list-rows.js';
import { addAccount, readAs, writeAs } from '../support/accounts.js';
import { postgresPlace } from '../support/postgres-place.js';
import type { StorePlace } from '../support/store-factory.js';
import { openWire } from './wire.js';

const UNAVAILABLE = { name: 'StoreError', code: 'unavailable' };

describe('the store on PostgreSQL', () => {
  let place: StorePlace;
  let store: Store;
  beforeEach(async () => {
    place = await postgresPlace(inject('postgresUrl'));
    store = await place.open();
  });
  afterEach(() => place.remove());
  const add = (tx: Transaction, name: string) => tx.insertInto('settings').values({ name, value: '0' }).execute();
  const set = (tx: Transaction, name: string, value: string) =>
    tx.updateTable('settings').set({ value }).where('name', '=', name).execute();
  /** What somebody else does to the database. */
  const admin = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: place.address });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  const endConnections = () =>
    admin(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );

  it('is made once by processes that start at the same time', async () => {
    const fresh = await postgresPlace(inject('postgresUrl'));
    try {
      const stores = await Promise.all(Array.from({ length: 6 }, () => fresh.open()));
      await Promise.all(stores.map((one, index) => one.write((tx) => add(tx, `by ${index}`))));
      const rows = await stores[0]?.read((db) => db.selectFrom('settings').selectAll().execute());
      expect(rows).toHaveLength(7);
    } finally {
      await fresh.remove();
    }
  });

  it('removes nothing whose time has passed while somebody asks for it once more', async () => {
    await addAccount(store, 'a');
    const row = { ...executionRow(1, BEGIN), status: 'FAILED', expires_at: BEGIN + 1 };
    await writeAs(store, 'a', (queries) => queries.insert('executions', row).execute());
    await writeAs(store, 'a', async (queries) => {
      // The request came before, and its commit comes after.
      expect(await beginRetry(queries, row.id, BEGIN)).toBe(true);
      await purgeExpired({ store, clock: { now: () => BEGIN + 2 } });
    });
    const left = await store.read((db) => db.selectFrom('executions').select('status').execute());
    expect(left).toEqual([{ status: 'RETRYING' }]);
  });

  it('runs the work again after a deadlock', async () => {
    await store.write((tx) => add(tx, 'a').then(() => add(tx, 'b')));
    let runs = 0;
    const both = (first: string, second: string, value: string) => {
      let met: () => void = () => {};
      const meeting = new Promise<void>((resolve) => {
        met = resolve;
      });
      return {
        meeting,
        start: (other: Promise<void>) =>
          store.write(async (tx) => {
            runs++;
            await set(tx, first, value);
            met();
            await other;
            await set(tx, second, value);
          }),
      };
    };
    const [one, two] = [both('a', 'b', '1'), both('b', 'a', '2')];
    await Promise.all([one.start(two.meeting), two.start(one.meeting)]);
    expect(runs).toBe(3);
    const rows = await store.read((db) =>
      db.selectFrom('settings').select('value').where('name', 'in', ['a', 'b']).execute(),
    );
    expect(new Set(rows.map(({ value }) => value)).size).toBe(1);
  });

  it('runs the work again after a serialization failure, and gives up in the end', async () => {
    let runs = 0;
    const fail = (times: number) =>
      store.write(async (tx) => {
        await add(tx, `run ${++runs} of ${times}`);
        if (runs <= times) await sql`do $$ begin raise serialization_failure; end $$`.execute(tx);
      });
    await fail(2);
    const rows = await store.read((db) =>
      db.selectFrom('settings').select('name').where('name', 'like', 'run%').execute(),
    );
    expect(rows).toEqual([{ name: 'run 3 of 2' }]);
    runs = 0;
    await expect(fail(1000)).rejects.toMatchObject({ code: '40001' });
    expect(runs).toBe(10);
  });

  it('gives a statement up that waits too long for a lock, so that its connection serves others', async () => {
    await store.write((tx) => add(tx, 'a'));
    const holder = new pg.Client({ connectionString: place.address });
    await holder.connect();
    await holder.query("begin; update settings set value = '1' where name = 'a'");
    const other = await openPostgres({ url: place.address, statementMs: 100 });
    try {
      await expect(other.write((tx) => set(tx, 'a', '2'))).rejects.toMatchObject({ code: 'unavailable' });
    } finally {
      await holder.end();
    }
    await other.write((tx) => set(tx, 'a', '3'));
    await other.close();
  });

  it('says of a list whose table somebody has locked that it cannot be read now, and not that it was slow', async () => {
    const other = await openPostgres({ url: place.address, listMs: 400 });
    const holder = new pg.Client({ connectionString: place.address });
    await holder.connect();
    await holder.query('begin; lock table settings in access exclusive mode');
    const list = () => other.list((db) => db.selectFrom('settings').select('name').execute());
    try {
      await expect(list()).rejects.toMatchObject(UNAVAILABLE);
    } finally {
      await holder.end();
    }
    await list();
    await other.close();
  });

  it('goes on over new connections where the machine of the database, or a firewall, has forgotten the old ones without a word', async () => {
    const wire = await openWire(new URL(place.address));
    const other = await openPostgres({ url: wire.url, statementMs: 200, listMs: 200 });
    try {
      const list = () => other.list((db) => db.selectFrom('settings').select('name').execute());
      const write = (name: string) => other.write((tx) => add(tx, name));
      // Each pool has a connection.
      await Promise.all([write('before'), list(), other.ping()]);
      wire.forget();
      // Those of before fail, as many as there are; none is waited for without end.
      for (const ask of [() => write('after'), list, () => other.ping()]) {
        await expect(ask()).rejects.toMatchObject(UNAVAILABLE);
        while (
          await ask().then(
            () => false,
            () => true,
          )
        );
      }
    } finally {
      await other.close();
      wire.close();
    }
  });

  it('keeps no counter from others that a process has taken numbers of and stopped before it heard of them', async () => {
    const wire = await openWire(new URL(place.address));
    const other = await openPostgres({ url: wire.url });
    const pair = { senderQualifier: 'ZZ', senderId: 'ME', receiverQualifier: 'ZZ', receiverId: 'PAYER' };
    const clock = { now: () => BEGIN };
    const [mine, others] = [store, other].map((one) => createControlNumberTable({ store: one, clock }));
    await others?.take('', pair, 1);
    wire.deafen();
    const unheard = expect(others?.take('', pair, 1)).rejects.toMatchObject(UNAVAILABLE);
    const next = () => readAs(store, '', (queries) => readNext(queries, pair));
    await vi.waitFor(async () => expect(await next()).toEqual({ interchange: 3, group: 3 }));
    expect(await mine?.take('', pair, 1)).toEqual({ interchange: 3, groups: [3] });
    wire.close();
    await unheard;
    await other.close();
  });

  it('lets a work that goes with its commit ask nothing, fail, and ask no more afterwards', async () => {
    const atOnce = <Result>(work: (tx: Transaction) => Promise<Result>) => store.write(work, { atOnce: true });
    expect(await atOnce(async () => 'nothing')).toBe('nothing');
    await atOnce((tx) => Promise.all([add(tx, 'a'), add(tx, 'b')]));
    await expect(atOnce((tx) => Promise.all([set(tx, 'a', '1'), add(tx, 'b')]))).rejects.toThrow('duplicate');
    await expect(atOnce((tx) => set(tx, 'b', '1').then(() => set(tx, 'a', '2')))).rejects.toThrow('at once');
    const rows = await store.read((db) =>
      db.selectFrom('settings').selectAll().where('name', 'in', ['a', 'b']).execute(),
    );
    expect(rows.map(({ name, value }) => `${name} ${value}`).sort()).toEqual(['a 0', 'b 1']);
  });

  it('is not ready once the database has refused to write', async () => {
    await store.ping();
    const refused = store.write(async (tx) => {
      await sql`set transaction read only`.execute(tx);
      await add(tx, 'a');
    });
    await expect(refused).rejects.toMatchObject(UNAVAILABLE);
    await expect(store.ping()).rejects.toMatchObject(UNAVAILABLE);
  });

  it('goes on with its statements when a newer release has given a table another column', async () => {
    await store.write((tx) => add(tx, 'a'));
    const all = () => store.read((db) => db.selectFrom('settings').selectAll().where('name', '=', 'a').execute());
    const changed = () =>
      store.write(async (tx) => {
        await set(tx, 'a', '1');
        return tx.updateTable('settings').set({ value: '2' }).where('name', '=', 'a').returningAll().execute();
      });
    // Prepared on all connections: each of these has one until it has the row.
    await Promise.all(Array.from({ length: 10 }, changed));
    await Promise.all(Array.from({ length: 40 }, all));
    await admin('alter table settings add column note text');
    const row = { name: 'a', value: '2', note: null };
    expect(await Promise.all(Array.from({ length: 40 }, all))).toEqual(Array.from({ length: 40 }, () => [row]));
    expect(await Promise.all(Array.from({ length: 10 }, changed))).toEqual(Array.from({ length: 10 }, () => [row]));
  });

  it('survives the loss of connections that nobody uses', async () => {
    await Promise.all(Array.from({ length: 5 }, (_, index) => store.write((tx) => add(tx, `${index}`))));
    await endConnections();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await store.write((tx) => add(tx, 'after'));
  });

  it('tells the loss of a connection in the midst of work, and leaves nothing of it', async () => {
    const lost = store.write(async (tx) => {
      await add(tx, 'lost');
      await endConnections();
      await add(tx, 'more');
    });
    await expect(lost).rejects.toMatchObject(UNAVAILABLE);
    const rows = await store.read((db) => db.selectFrom('settings').select('name').execute());
    expect(rows).toEqual([{ name: 'schema' }]);
  });

  it('tells when it cannot be reached, without the password', async () => {
    const error: unknown = await openPostgres({ url: 'postgres://u:canary@127.0.0.1:1/x' }).catch((e: unknown) => e);
    expect(error).toMatchObject(UNAVAILABLE);
    expect(String(error)).toMatch(/DATABASE_URL/);
    expect(String(error)).not.toMatch(/canary/);
  });

  it('refuses a database that answers before it has written', async () => {
    const { pathname } = new URL(place.address);
    await admin(`alter database ${pathname.slice(1)} set synchronous_commit = off`);
    await expect(place.open()).rejects.toMatchObject(UNAVAILABLE);
    await expect(place.open()).rejects.toThrow(/synchronous_commit/);
  });

  it('serves more transactions than it has connections', async () => {
    const works = Array.from({ length: 200 }, (_, index) => store.write((tx) => add(tx, `n${index}`)));
    await Promise.all(works);
    const { count } = await store.read((db) =>
      db
        .selectFrom('settings')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    );
    expect(count).toBe(201);
  });

  it('does not let half a work join another transaction', async () => {
    let late: Promise<unknown> = Promise.resolve();
    await store.write(async (tx) => {
      await add(tx, 'one');
      late = new Promise((resolve) => setTimeout(resolve, 50)).then(() => add(tx, 'late'));
    });
    await expect(late).rejects.toThrow(/has ended/);
  });

  it('continues the feed in a database restored from a dump, whose transactions are numbered anew', async () => {
    const append = (refId: string) =>
      writeAs(store, 'a', (queries) => appendFeed(queries, [{ kind: 'transaction', refId, mode: 'live', at: 1 }]));
    const read = (after?: { xid: number; position: number }) =>
      readAs(store, 'a', (queries) =>
        readFeed(queries, { kind: 'transaction', limit: 10, after }).then(({ rows }) => rows),
      );
    await append('before');
    // As if the rows came from a database that is far ahead of this one.
    await store.write((tx) => tx.updateTable('feed').set({ xid: 5_000_000_000 }).execute());
    await store.close();
    store = await place.open();
    await expect.poll(async () => (await read()).length).toBe(1);
    const [last] = await read();
    await append('after');
    await expect.poll(async () => (await read(last)).map(({ refId }) => refId)).toEqual(['after']);
    await store.close();
    store = await place.open();
    expect((await read()).map(({ refId }) => refId)).toEqual(['before', 'after']);
  });

  describe('the feed', () => {
    const append = (refId: string) =>
      writeAs(store, 'a', (queries) => appendFeed(queries, [{ kind: 'transaction', refId, mode: 'live', at: 1 }]));
    const read = (of = store) =>
      readAs(of, 'a', (queries) =>
        readFeed(queries, { kind: 'transaction', limit: 10 }).then(({ rows }) => rows.map(({ refId }) => refId)),
      );
    const connected = async (url: string): Promise<pg.Client> => {
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => {});
      await client.connect();
      return client;
    };

    it('is shown though a transaction is open in another database, or was prepared and forgotten', async () => {
      const other = await postgresPlace(inject('postgresUrl'));
      const [elsewhere, here] = [await connected(other.address), await connected(place.address)];
      await elsewhere.query('create table t (x int); begin; insert into t values (1)');
      await here.query("begin; create table t (x int); prepare transaction 'forgotten'");
      try {
        await append('one');
        expect(await read()).toEqual(['one']);
        expect(await store.read(feedLag)).toBe(0);
      } finally {
        await here.query("rollback prepared 'forgotten'");
        await Promise.all([elsewhere.end(), here.end()]);
        await other.remove();
      }
    });

    it('waits for transactions of the server that began before, and says for how long they have been open', async () => {
      let commit: () => void = () => {};
      const open = new Promise<void>((resolve) => {
        commit = resolve;
      });
      let begun: () => void = () => {};
      const beginning = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const early = writeAs(store, 'a', async (queries) => {
        await appendFeed(queries, [{ kind: 'transaction', refId: 'early', mode: 'live', at: 1 }]);
        begun();
        await open;
      });
      await beginning;
      await append('late');
      expect(await read()).toEqual([]);
      const second = await place.open();
      expect(await read(second)).toEqual([]);
      expect(await store.read(feedLag)).toBeGreaterThan(0);
      commit();
      await early;
      expect(await read()).toEqual(['early', 'late']);
    });

    it('asks the whole cluster where a session belongs to a role whose transactions it may not see', async () => {
      const role = `lesser_${process.pid}`;
      const foreign = await connected(`${place.address}?application_name=ediloom`);
      await foreign.query(`drop role if exists ${role}; create role ${role}; grant select on settings to ${role}`);
      await foreign.query('begin');
      const { rows } = await foreign.query<{ xid: string }>('select pg_current_xact_id()::text as xid');
      const asLesser = store.write(async (tx) => {
        await sql.raw(`set local role ${role}`).execute(tx);
        return feedHorizon(tx);
      });
      expect(await asLesser).toBeLessThanOrEqual(Number(rows[0]?.xid));
      await foreign.query(`commit; drop owned by ${role}; drop role ${role}`);
      await foreign.end();
    });
  });
});
