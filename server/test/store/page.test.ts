import { describe, expect, it } from 'vitest';
import { AccountQueries } from '../../src/store/account-queries.js';
import { insertRows } from '../../src/store/insert-rows.js';
import { type AskedPage, mapPage, type Page, pageOf, readPage } from '../../src/store/page.js';
import type { Store } from '../../src/store/store.js';
import { openTestStore } from '../support/open-test-store.js';

type Direction = 'asc' | 'desc';

/** A row of a list: its id, and when it was made. */
type Made = readonly [id: string, at: number];

/** Two share an instant, two more another; ids come in another order than instants. */
const ROWS: readonly Made[] = [
  ['e', 1],
  ['a', 2],
  ['d', 2],
  ['b', 3],
  ['B', 4],
  ['c', 4],
  ['ä', 5],
];
const BY_AGE = ['e', 'a', 'd', 'b', 'B', 'c', 'ä'];
const BY_ID = ['B', 'a', 'b', 'c', 'd', 'e', 'ä'];

function add(store: Store, rows: readonly Made[], account = 'a'): Promise<void> {
  const events = rows.map(([id, created_at]) => ({
    id,
    type: 't',
    mode: 'test' as const,
    resource_kind: 'file',
    resource_id: 'x',
    detail: '{}',
    resends: 0,
    status: 'DELIVERED' as const,
    created_at,
  }));
  return store.write((tx) => insertRows(new AccountQueries(tx, account), 'events', events));
}

function remove(store: Store, id: string): Promise<unknown> {
  return store.write((tx) => new AccountQueries(tx, 'a').delete('events').where('id', '=', id).execute());
}

async function open(): Promise<Store> {
  const store = await openTestStore();
  await add(store, ROWS);
  // Of others, in between.
  await add(store, ROWS, 'b');
  return store;
}

async function read(store: Store, keys: readonly ('created_at' | 'id')[], page: AskedPage, direction?: Direction) {
  const query = (queries: AccountQueries) => queries.from('events').select(['id', 'created_at']);
  const found = await store.read((db) => readPage(query(new AccountQueries(db, 'a')), keys, page, direction));
  return mapPage(found, ({ id }) => id);
}

/** All pages up to the last, each read after the one before. */
async function pagesOf(read: (page: AskedPage) => Promise<Page<string>>, size: number): Promise<readonly string[][]> {
  const pages: string[][] = [];
  let after: AskedPage['after'];
  do {
    const { items, next } = await read({ size, after });
    pages.push([...items]);
    after = next;
  } while (after !== undefined);
  return pages;
}

describe('pages by key', () => {
  it.each<[Direction | undefined, readonly ('created_at' | 'id')[], readonly string[]]>([
    [undefined, ['id'], BY_ID],
    ['asc', ['id'], BY_ID],
    ['desc', ['id'], BY_ID.toReversed()],
    ['asc', ['created_at', 'id'], BY_AGE],
    ['desc', ['created_at', 'id'], BY_AGE.toReversed()],
  ])('show each row once, in the order %s of %j, whatever their size', async (direction, keys, expected) => {
    const store = await open();
    for (const size of [1, 2, 3, 6, 7, 8]) {
      const pages = await pagesOf((page) => read(store, keys, page, direction), size);
      expect(pages.flat(), `pages of ${size}`).toEqual(expected);
      expect(pages.map(({ length }) => length).slice(0, -1)).toEqual(pages.slice(1).map(() => size));
      // A last page that is full is still the last.
      expect(pages).toHaveLength(Math.ceil(ROWS.length / size));
    }
  });

  it('begin behind a key whose first part others share', async () => {
    const store = await open();
    const after = { size: 2, after: [2, 'a'] };
    expect((await read(store, ['created_at', 'id'], after)).items).toEqual(['d', 'b']);
    expect((await read(store, ['created_at', 'id'], after, 'desc')).items).toEqual(['e']);
  });

  it('end with the key of their last row, as it was read', async () => {
    const store = await open();
    expect((await read(store, ['created_at', 'id'], { size: 3 })).next).toEqual([2, 'd']);
    expect((await read(store, ['id'], { size: 3 }, 'desc')).next).toEqual(['d']);
    expect(await read(store, ['id'], { size: 7 })).not.toHaveProperty('next', expect.anything());
  });

  it('show no row twice, and miss none that stays, where rows come and go between them', async () => {
    const store = await open();
    const first = await read(store, ['created_at', 'id'], { size: 3 });
    expect(first.items).toEqual(['e', 'a', 'd']);
    // The row that the next page begins behind, one before it and one behind it go; three come.
    for (const id of ['d', 'e', 'b']) await remove(store, id);
    await add(store, [
      ['0', 1],
      ['c2', 2],
      ['f', 2],
    ]);
    const second = await read(store, ['created_at', 'id'], { size: 3, after: first.next });
    expect(second.items).toEqual(['f', 'B', 'c']);
    await add(store, [['z', 9]]);
    const last = await read(store, ['created_at', 'id'], { size: 3, after: second.next });
    expect(last).toEqual({ items: ['ä', 'z'] });
  });

  it('are empty, and the last, behind the last row and where there is none', async () => {
    const store = await open();
    expect(await read(store, ['id'], { size: 5, after: ['ä'] })).toEqual({ items: [] });
    expect(await read(store, ['created_at', 'id'], { size: 5, after: [0, 'z'] }, 'desc')).toEqual({ items: [] });
    await store.write((tx) => tx.deleteFrom('events').execute());
    expect(await read(store, ['id'], { size: 5 })).toEqual({ items: [] });
  });

  it('keep what else the query asks', async () => {
    const store = await open();
    const found = await store.read((db) =>
      readPage(new AccountQueries(db, 'a').from('events').selectAll().where('created_at', '>=', 3), ['id'], {
        size: 2,
        after: ['a'],
      }),
    );
    expect(found.items.map(({ account_id, id }) => [account_id, id])).toEqual([
      ['a', 'b'],
      ['a', 'c'],
    ]);
    expect(found.next).toEqual(['c']);
  });

  it('take values with anything in them', async () => {
    const store = await open();
    const odd = `'; drop table events; -- " ? $1 😀`;
    await add(store, [[odd, 7]]);
    const found = await read(store, ['created_at', 'id'], { size: 1, after: [6, ''] });
    expect(found.items).toEqual([odd]);
    expect((await read(store, ['created_at', 'id'], { size: 9, after: [7, odd] })).items).toEqual([]);
  });
});

describe('a page of items', () => {
  const position = (item: number) => [item];

  it('has one item less than was found, where there is more', () => {
    expect(pageOf([1, 2, 3], 2, position)).toEqual({ items: [1, 2], next: [2] });
    expect(pageOf([1, 2], 2, position)).toEqual({ items: [1, 2] });
    expect(pageOf([], 2, position)).toEqual({ items: [] });
  });

  it('keeps where the next begins when its items are shown', () => {
    expect(mapPage({ items: [1, 2], next: [2] }, String)).toEqual({ items: ['1', '2'], next: [2] });
    expect(mapPage({ items: [1] }, String).next).toBeUndefined();
  });
});
