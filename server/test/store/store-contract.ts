import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../src/store/migrations/migrate.js';
import { isDuplicate, type Store, type Transaction } from '../../src/store/store.js';
import { addAccount, readAs, writeAs } from '../support/accounts.js';
import type { StorePlace } from '../support/store-factory.js';
import { killedWriter } from './killed-writer.js';

/** What a store does, whatever the database. */
export function storeContract(label: string, makePlace: () => Promise<StorePlace>): void {
  describe(`the store contract: ${label}`, () => {
    let place: StorePlace;
    let store: Store;
    beforeEach(async () => {
      place = await makePlace();
      store = await place.open();
    });
    afterEach(() => place.remove());

    it('keeps what was committed when it is opened again', async () => {
      await store.write((tx) => add(tx, 'one'));
      await store.close();
      expect(await namesIn(await place.open())).toEqual(['one']);
    });

    it('gives what the work gives, and shows it to who reads next', async () => {
      expect(await store.write((tx) => add(tx, 'one').then(() => 42))).toBe(42);
      expect(await namesIn(store)).toEqual(['one']);
    });

    it('leaves nothing of work that throws', async () => {
      const failed = store.write(async (tx) => {
        await add(tx, 'one');
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      expect(await namesIn(store)).toEqual([]);
    });

    it('leaves nothing of the branches of a work that go on when another has thrown', async () => {
      let branch: Promise<void> | undefined;
      const failed = store.write(async (tx) => {
        branch = inTurn(tx, 200);
        await Promise.all([branch, Promise.reject(new Error('no'))]);
      });
      const next = store.write((tx) => add(tx, 'next'));
      await expect(failed).rejects.toThrow('no');
      await expect(branch).rejects.toThrow();
      await next;
      expect(await namesIn(store)).toEqual(['next']);
    });

    it('keeps the neighbours of work that throws, in the order they came', async () => {
      const works = Array.from({ length: 60 }, (_, index) =>
        store.write(async (tx) => {
          await add(tx, String(index).padStart(2, '0'));
          if (index % 3 === 0) throw new Error('no');
          if (index % 3 === 1) await add(tx, String(index).padStart(2, '0'));
        }),
      );
      const outcomes = await Promise.allSettled(works);
      expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(works.map((_, index) => index % 3 === 2));
      expect(await namesIn(store)).toEqual(
        works.flatMap((_, index) => (index % 3 === 2 ? [String(index).padStart(2, '0')] : [])),
      );
    });

    it('ends the transaction with a statement that fails, even where the work goes on', async () => {
      await store.write((tx) => add(tx, 'one'));
      const swallowed = store.write(async (tx) => {
        await add(tx, 'two');
        await add(tx, 'one').catch(() => {});
        return 'done';
      });
      const error: unknown = await swallowed.catch((thrown: unknown) => thrown);
      expect(isDuplicate(error)).toBe(true);
      expect(await namesIn(store)).toEqual(['one']);
    });

    it('runs what is asked at once in its order, and ends all of it with one that fails', async () => {
      await store.write((tx) => Promise.all(['a', 'b', 'c'].map((name) => add(tx, name))));
      const failed = store.write((tx) => Promise.all(['d', 'a', 'e'].map((name) => add(tx, name))));
      await expect(failed).rejects.toSatisfy(isDuplicate);
      expect(await namesIn(store)).toEqual(['a', 'b', 'c']);
      // The statement that failed is good for other values.
      await store.write((tx) => add(tx, 'f'));
      expect(await namesIn(store)).toEqual(['a', 'b', 'c', 'f']);
    });

    it('answers reads that are asked at once each for itself, though one of them fails', async () => {
      await store.write((tx) => add(tx, 'one'));
      const wrong = () => store.read((db) => sql`select nothing from nowhere`.execute(db));
      const outcomes = await Promise.allSettled([namesIn(store), wrong(), namesIn(store), wrong(), namesIn(store)]);
      expect(outcomes.map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
        'rejected',
        'fulfilled',
      ]);
      expect(await Promise.all(Array.from({ length: 100 }, () => namesIn(store)))).toEqual(Array(100).fill(['one']));
    });

    it('lists what was committed before, and answers a ping', async () => {
      await store.write((tx) => add(tx, 'one'));
      expect(await store.list(namesOf)).toEqual(['one']);
      await store.write((tx) => add(tx, 'two'));
      expect(await store.list(namesOf)).toEqual(['one', 'two']);
      await store.ping();
      await expect(store.list((db) => add(db, 'three'))).rejects.toThrow();
      await store.close();
      await expect(store.list(namesOf)).rejects.toMatchObject({ code: 'closed' });
      await expect(store.ping()).rejects.toMatchObject({ code: 'closed' });
    });

    it('ends a list that takes too long; nothing else waits for it, and lists behind it are read', async () => {
      await store.write((tx) => add(tx, 'one'));
      await store.close();
      const other = await place.open({ listMs: 1500 });
      const endless = sql`with recursive n (x) as (select 1 union all select x + 1 from n where x < 1e12) select count(*) from n`;
      let ended = 0;
      const slow = Array.from({ length: place.dialect === 'sqlite' ? 2 : 6 }, () =>
        other.list((db) => endless.execute(db)).finally(() => ended++),
      );
      const outcomes = Promise.allSettled(slow);
      const behind = other.list(namesOf);
      await Promise.all([other.ping(), other.write((tx) => add(tx, 'two')), namesIn(other)]);
      expect(ended).toBe(0);
      expect(await behind).toEqual(['one', 'two']);
      for (const one of await outcomes) expect(one).toMatchObject({ reason: { name: 'StoreError', code: 'too-slow' } });
    });

    it('tells a duplicate from other failures', async () => {
      await store.write((tx) => add(tx, 'one'));
      await addAccount(store, 'a');
      const duplicate: unknown = await store.write((tx) => add(tx, 'one')).catch((thrown: unknown) => thrown);
      const account: unknown = await addAccount(store, 'a').catch((thrown: unknown) => thrown);
      expect([isDuplicate(duplicate), isDuplicate(account)]).toEqual([true, true]);
      const orphan = store.write((tx) => tx.insertInto('buckets').values(bucket('nobody', 'b')).execute());
      expect(isDuplicate(await orphan.catch((thrown: unknown) => thrown))).toBe(false);
      expect(isDuplicate(new Error('other'))).toBe(false);
    });

    it.each([
      ['a Date', new Date()],
      ['an object', { a: 1 }],
      ['a list', [1]],
      ['a flag', true],
      ['undefined', undefined],
      ['what is no number', Number.NaN],
      ['NUL', 'a\0b'],
      ['half a character', 'a\ud800'],
    ])('refuses %s, which would be kept as something else', async (_, value) => {
      const refused = { name: 'StoreError', code: 'value-refused' };
      const select = (db: Transaction) => sql`select * from settings where value = ${value}`.execute(db);
      await expect(store.write(select)).rejects.toMatchObject(refused);
      await expect(store.read(select)).rejects.toMatchObject(refused);
      if (value === undefined) return;
      // What the types refuse too, but JSON from outside may hold.
      const row = { name: 'test x', value: value as string };
      await expect(store.write((tx) => tx.insertInto('settings').values(row).execute())).rejects.toMatchObject(refused);
      expect(await namesIn(store)).toEqual([]);
    });

    it('gives values back as they were: texts, whole numbers, bytes, NULL', async () => {
      const text = 'ä😀\u2028"\'\\%_';
      const row = {
        account_id: 'a',
        id: text,
        model: 'execution',
        owner_id: '',
        usage: 'input',
        type: 't',
        name: 'n',
        size: 2 ** 53 - 1,
        sha256: '',
        bytes: Uint8Array.of(0, 255, 1),
        object_name: null,
        object_offset: -1,
        master_key_id: null,
        created_at: 1_800_000_000_123,
        expires_at: null,
      } as const;
      await store.write((tx) => tx.insertInto('artifacts').values(row).execute());
      const { bytes, ...kept } = await store.read((db) =>
        db.selectFrom('artifacts').selectAll().executeTakeFirstOrThrow(),
      );
      const { bytes: given, ...rest } = row;
      expect(kept).toEqual(rest);
      expect(Buffer.from(bytes ?? []).equals(given)).toBe(true);
      const figures = await store.read((db) =>
        db
          .selectFrom('artifacts')
          .select(({ fn }) => [fn.countAll().as('count'), fn.sum('created_at').as('sum'), fn.max('size').as('max')])
          .executeTakeFirstOrThrow(),
      );
      expect(figures).toEqual({ count: 1, sum: 1_800_000_000_123, max: 2 ** 53 - 1 });
    });

    it('orders and compares keys by their bytes', async () => {
      const ids = ['a', 'B', 'ä', 'Z', '_', 'aa', 'A', '0', 'ｚ', '😀'];
      for (const id of ids) await addAccount(store, id);
      const rows = await store.read((db) => db.selectFrom('accounts').select('id').orderBy('id').execute());
      expect(rows.map(({ id }) => id)).toEqual(['0', 'A', 'B', 'Z', '_', 'a', 'aa', 'ä', 'ｚ', '😀']);
      const above = await store.read((db) => db.selectFrom('accounts').select('id').where('id', '>', 'Z').execute());
      expect(above).toHaveLength(6);
    });

    it('counts the rows that were changed', async () => {
      for (const id of ['a', 'b', 'c']) await addAccount(store, id);
      const { numUpdatedRows } = await store.write((tx) =>
        tx.updateTable('accounts').set({ name: 'x' }).where('id', '>', 'a').executeTakeFirst(),
      );
      const { numDeletedRows } = await store.write((tx) => tx.deleteFrom('accounts').executeTakeFirst());
      expect([numUpdatedRows, numDeletedRows]).toEqual([2n, 3n]);
    });

    it('shows an account its own rows only, and lets it change no others', async () => {
      for (const account of ['a', 'b']) {
        await addAccount(store, account);
        await writeAs(store, account, (queries) =>
          queries.insert('mappings', { ...mapping(account), id: 'same' }).execute(),
        );
      }
      const seen = await readAs(store, 'a', (queries) =>
        queries.from('mappings').select(['account_id', 'name']).execute(),
      );
      expect(seen).toEqual([{ account_id: 'a', name: 'of a' }]);
      await writeAs(store, 'a', (queries) => queries.update('mappings').set({ name: 'changed' }).execute());
      await writeAs(store, 'a', (queries) => queries.delete('mappings').where('id', '=', 'same').execute());
      const left = await store.read((db) => db.selectFrom('mappings').select(['account_id', 'name']).execute());
      expect(left).toEqual([{ account_id: 'b', name: 'of b' }]);
    });

    it('refuses transactions and queries beside the one it runs', async () => {
      await expect(store.write((tx) => tx.transaction().execute(async () => {}))).rejects.toThrow(/store\.write/);
      const kept: { tx?: Transaction } = {};
      await store.write(async (tx) => {
        kept.tx = tx;
      });
      await expect(add(kept.tx as Transaction, 'late')).rejects.toThrow(/has ended/);
    });

    it('commits what waits when it is closed, and refuses what comes later', async () => {
      const works = Array.from({ length: 20 }, (_, index) => store.write((tx) => add(tx, String(index))));
      const closing = store.close();
      const refused = { name: 'StoreError', code: 'closed' };
      await expect(store.write((tx) => add(tx, 'late'))).rejects.toMatchObject(refused);
      await Promise.all(works);
      await closing;
      await expect(namesIn(store)).rejects.toMatchObject(refused);
      await store.close();
      expect(await namesIn(await place.open())).toHaveLength(20);
    });

    it('refuses a schema of a later release, and leaves it as it is', async () => {
      const later = String(MIGRATIONS.length + 1);
      await store.write((tx) =>
        tx.updateTable('settings').set({ value: later }).where('name', '=', 'schema').execute(),
      );
      await store.close();
      await expect(place.open()).rejects.toMatchObject({ name: 'StoreError', code: 'newer-schema' });
      await expect(place.open()).rejects.toThrow(new RegExp(`schema ${later}`));
    });

    it('brings an older schema, down to none, to the newest', async () => {
      const other = await makePlace();
      try {
        for (let schema = 0; schema < MIGRATIONS.length; schema++) await (await other.open({ schema })).close();
        const opened = await other.open();
        const row = await opened.read((db) =>
          db.selectFrom('settings').select('value').where('name', '=', 'schema').executeTakeFirst(),
        );
        expect(row?.value).toBe(String(MIGRATIONS.length));
      } finally {
        await other.remove();
      }
    });

    it('loses no row that was acknowledged when its process is killed', async () => {
      await store.close();
      for (let round = 0; round < 2; round++) {
        const acknowledged = await killedWriter(place, `round${round}-`);
        const opened = await place.open();
        const kept = new Set(await namesIn(opened));
        expect(acknowledged.length).toBeGreaterThan(20);
        expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
        // Of the two rows of a transaction there are both or none.
        for (const name of kept) expect(kept.has(name.endsWith('+') ? name.slice(0, -1) : `${name}+`), name).toBe(true);
        await opened.close();
      }
    });

    it('runs SQL that both databases understand', async () => {
      const { rows } = await store.read((db) => sql<{ one: number }>`select 1 as one`.execute(db));
      expect(rows).toEqual([{ one: 1 }]);
    });
  });
}

/** So many, one after the other. */
async function inTurn(tx: Transaction, count: number): Promise<void> {
  for (let index = 0; index < count; index++) await add(tx, String(index));
}

function add(tx: Transaction, name: string): Promise<unknown> {
  return tx
    .insertInto('settings')
    .values({ name: `test ${name}`, value: '' })
    .execute();
}

function namesIn(store: Store): Promise<readonly string[]> {
  return store.read(namesOf);
}

async function namesOf(db: Transaction): Promise<readonly string[]> {
  const named = db.selectFrom('settings').select('name').where('name', 'like', 'test %');
  const rows = await named.orderBy('name').execute();
  return rows.map(({ name }) => name.slice('test '.length));
}

function mapping(account: string) {
  return {
    name: `of ${account}`,
    mode: 'live' as const,
    type: 'only_mapped_keys',
    definition: '{}',
    created_at: 1,
    updated_at: 1,
  };
}

function bucket(account_id: string, name: string) {
  return { account_id, name, mode: 'live' as const, notifications: null, created_at: 1, updated_at: 1 };
}
