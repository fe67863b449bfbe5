import { type QueryResult, sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AccountQueries, type OwnRow } from '../../src/store/account-queries.js';
import { insertRows } from '../../src/store/insert-rows.js';
import { prepared } from '../../src/store/prepared.js';
import { openTestStore } from '../support/store-factory.js';

function event(id: string, type: string): OwnRow<'events'> {
  const about = { resource_kind: 'file', resource_id: 'x', detail: '{}' };
  return { id, type, mode: 'test', ...about, resends: 0, status: 'DELIVERED', created_at: 1 };
}

const typesOf = prepared((tx, { account, type }: { readonly account: string; readonly type: string }) =>
  tx
    .selectFrom('events')
    .select(['id', 'type'])
    .where('type', '=', type)
    .where('mode', '=', 'test')
    .where('account_id', '=', account)
    .orderBy('id'),
);

let built = 0;

/** Uses a value twice, a constant of its own as a value, and one in its text. */
const renamed = prepared((_, { account, from, to }: Readonly<Record<'account' | 'from' | 'to', string>>) => {
  built += 1;
  return sql<{ readonly id: string }>`update events set type = ${to}, detail = ${'{"renamed":true}'}
    where account_id = ${account} and type = ${from} and type <> ${to} and created_at < ${sql.lit(10)} returning id`;
});

const removed = prepared(
  (_, { account }: { readonly account: string }) => sql`delete from events where account_id = ${account}`,
);

const rowsOf = async (result: Promise<QueryResult<unknown>>) => (await result).rows;

async function openStore() {
  const { store, close } = await openTestStore();
  onTestFinished(close);
  return store;
}

describe('prepared queries and inserts', () => {
  it('insert and find rows as kysely would, of any number', async () => {
    const store = await openStore();
    const counts = { a: [0, 1, 1, 3, 4, 5], b: [1200] };
    let made = 0;
    for (const [account, sizes] of Object.entries(counts)) {
      for (const size of sizes) {
        const rows = Array.from({ length: size }, () => event(String(++made), 'one'));
        await store.write((tx) => insertRows(new AccountQueries(tx, account), 'events', rows));
      }
    }
    await store.write((tx) => insertRows(new AccountQueries(tx, 'a'), 'events', [event('z', 'two')]));
    expect(await rowsOf(store.read((db) => typesOf(db, { account: 'a', type: 'two' })))).toEqual([
      { id: 'z', type: 'two' },
    ]);
    expect(await rowsOf(store.write((tx) => typesOf(tx, { account: 'a', type: 'one' })))).toHaveLength(14);
    expect(await rowsOf(store.read((db) => typesOf(db, { account: 'b', type: 'one' })))).toHaveLength(1200);
    expect(await rowsOf(store.read((db) => typesOf(db, { account: 'c', type: 'one' })))).toEqual([]);
  });

  it('bind members by their names, whatever the order of a row', async () => {
    const store = await openStore();
    const { type, ...rest } = event('2', 'one');
    await store.write((tx) =>
      insertRows(new AccountQueries(tx, 'a'), 'events', [event('1', 'one'), { type, ...rest }]),
    );
    await store.write((tx) => insertRows(new AccountQueries(tx, 'a'), 'events', [{ type, ...rest, id: '3' }]));
    const { rows } = await store.read((db) => typesOf(db, { account: 'a', type: 'one' }));
    expect(rows.map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  it('are templates too, built once, which give their rows and how many they changed', async () => {
    const store = await openStore();
    const rows = [event('1', 'one'), event('2', 'one'), event('3', 'two')];
    for (const account of ['a', 'b']) {
      await store.write((tx) => insertRows(new AccountQueries(tx, account), 'events', rows));
    }
    const rename = (from: string, to: string) => store.write((tx) => renamed(tx, { account: 'a', from, to }));
    expect(await rowsOf(rename('one', 'three'))).toEqual([{ id: '1' }, { id: '2' }]);
    expect(await rowsOf(rename('one', 'three'))).toEqual([]);
    expect(await rowsOf(rename('two', 'four'))).toEqual([{ id: '3' }]);
    expect(built).toBe(1);
    const kept = await store.read((db) =>
      new AccountQueries(db, 'a').from('events').select(['type', 'detail']).orderBy('id').execute(),
    );
    expect(kept).toEqual(['three', 'three', 'four'].map((type) => ({ type, detail: '{"renamed":true}' })));
    expect((await store.write((tx) => removed(tx, { account: 'a' }))).numAffectedRows).toBe(3n);
    expect((await store.write((tx) => removed(tx, { account: 'a' }))).numAffectedRows).toBe(0n);
    expect(await rowsOf(store.read((db) => typesOf(db, { account: 'b', type: 'one' })))).toHaveLength(2);
  });

  it('refuse what cannot be bound', async () => {
    const store = await openStore();
    await expect(store.read((db) => typesOf(db, { account: 'a', type: 'nul\0' }))).rejects.toMatchObject({
      code: 'value-refused',
    });
  });
});
