import { describe, expect, it, onTestFinished } from 'vitest';
import { AccountQueries, type OwnRow } from '../../src/store/account-queries.js';
import { insertRows } from '../../src/store/insert-rows.js';
import { preparedQuery } from '../../src/store/prepared-query.js';
import { openTestStore } from '../support/store-factory.js';

function event(id: string, type: string): OwnRow<'events'> {
  return { id, type, mode: 'test', resource_kind: 'file', resource_id: 'x', detail: '{}', created_at: 1 };
}

const typesOf = preparedQuery((tx, account: string, type: string) =>
  tx
    .selectFrom('events')
    .select(['id', 'type'])
    .where('type', '=', type)
    .where('mode', '=', 'test')
    .where('account_id', '=', account)
    .orderBy('id'),
);

async function openStore() {
  const { store, close } = await openTestStore();
  onTestFinished(close);
  return store;
}

describe('statements that are compiled once', () => {
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
    expect(await store.read((db) => typesOf(db, 'a', 'two'))).toEqual([{ id: 'z', type: 'two' }]);
    expect(await store.write((tx) => typesOf(tx, 'a', 'one'))).toHaveLength(14);
    expect(await store.read((db) => typesOf(db, 'b', 'one'))).toHaveLength(1200);
    expect(await store.read((db) => typesOf(db, 'c', 'one'))).toEqual([]);
  });

  it('bind members by their names, whatever the order of a row', async () => {
    const store = await openStore();
    const { type, ...rest } = event('2', 'one');
    await store.write((tx) =>
      insertRows(new AccountQueries(tx, 'a'), 'events', [event('1', 'one'), { type, ...rest }]),
    );
    await store.write((tx) => insertRows(new AccountQueries(tx, 'a'), 'events', [{ type, ...rest, id: '3' }]));
    expect((await store.read((db) => typesOf(db, 'a', 'one'))).map(({ id }) => id)).toEqual(['1', '2', '3']);
  });

  it('refuse what cannot be bound', async () => {
    const store = await openStore();
    await expect(store.read((db) => typesOf(db, 'a', 'nul\0'))).rejects.toMatchObject({ code: 'value-refused' });
  });
});
